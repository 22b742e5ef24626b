import { useWindowEvent } from '@mantine/hooks'
import { useStoredSwitch } from './use-stored-switch.ts'

/** Returns whether single-letter shortcuts are on, and a setter. WCAG 2.1.4 requires this switch. */
export function useLetterKeys() {
  return useStoredSwitch('letter-keys', true)
}

/** Calls `action` when the letter is pressed, if shortcuts are on and no field or dialog uses the key. */
export function useLetterKey(letter: string, action: () => void, isPossible = true) {
  const [areOn] = useLetterKeys()
  useWindowEvent('keydown', (event) => {
    if (!areOn || !isPossible || event.key !== letter || !isFreeKey(event)) return
    event.preventDefault()
    action()
  })
}

/** Checks that no field, dialog or browser shortcut uses the key. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  // Radio buttons and check boxes ignore letters.
  const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select,'
  if (target?.closest(`${typing} [contenteditable], [role="menu"], [role="listbox"]`)) return false
  return document.querySelector('[role="dialog"][aria-modal="true"]') === null
}
