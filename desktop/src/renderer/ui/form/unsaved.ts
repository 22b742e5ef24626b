import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

let unsavedCount = 0

/** Returns true if any form has unsaved changes or other work is open, so that the page should not be reloaded. */
export function hasUnsaved(): boolean {
  return unsavedCount > 0
}

/** Asks the user before leaving the page with unsaved changes. Does not ask if only the query changes. */
export function useUnsaved(isDirty: boolean, question = 'Leave this page without saving your changes?'): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  useOpenWork(isDirty)
}

/** Keeps the app from reloading the page while work is open. The user can still leave the page. */
export function useOpenWork(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    unsavedCount++
    return () => {
      unsavedCount--
    }
  }, [isOpen])
}
