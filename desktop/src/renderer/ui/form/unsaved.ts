import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

let unsavedCount = 0

export function hasUnsaved(): boolean {
  return unsavedCount > 0
}

/** Asks before the page is left; a change of its query alone does not ask. */
export function useUnsaved(isDirty: boolean, question = 'Leave this page without saving your changes?'): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  useOpenWork(isDirty)
}

/** Counts as unsaved work, so that nothing reloads the page; leaving the page does not ask. */
export function useOpenWork(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    unsavedCount++
    return () => {
      unsavedCount--
    }
  }, [isOpen])
}
