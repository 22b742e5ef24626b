import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

let unsavedForms = 0

/** Whether something is open that would be lost with its page: a form in which something is typed, a file. */
export function hasUnsaved(): boolean {
  return unsavedForms > 0
}

/** Leaving the page of a form asks first. Another search of the same page leaves the form where it is. */
export function useUnsaved(isDirty: boolean, question = 'Leave this page without saving your changes?'): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  useOpenWork(isDirty)
}

/** Something is open that a person may leave without a question, but that no one else may take from them. */
export function useOpenWork(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    unsavedForms++
    return () => {
      unsavedForms--
    }
  }, [isOpen])
}
