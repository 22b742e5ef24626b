import { useEffect, useRef } from 'react'
import { useRememberedSwitch } from './remembered.ts'

/** Single letters can be switched off (WCAG 2.1.4); the palette's Ctrl/⌘ K stays. */
export function useLetterKeys() {
  return useRememberedSwitch('letter-keys', true)
}

/** One more letter, on the page that is shown. */
export function useLetterKey(letter: string, action: () => void, isPossible = true) {
  const [areOn] = useLetterKeys()
  const isOn = areOn && isPossible
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!isOn) return
    function onKey(event: KeyboardEvent) {
      if (event.key !== letter || !isFreeKey(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, letter])
}

/** Whether a key press is meant for the page, not for a field, a dialog or the browser. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  // Letters do nothing in a radio button or a check box by themselves.
  const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select,'
  if (target?.closest(`${typing} [contenteditable], [role="menu"], [role="listbox"]`)) return false
  return document.querySelector('[role="dialog"][aria-modal="true"]') === null
}
