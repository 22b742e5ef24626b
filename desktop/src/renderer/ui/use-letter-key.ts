import { useWindowEvent } from '@mantine/hooks'
import { useStoredSwitch } from './use-stored-switch.ts'

/** Single letters can be switched off (WCAG 2.1.4); the palette's Ctrl/⌘ K stays. */
export function useLetterKeys() {
  return useStoredSwitch('letter-keys', true)
}

/** One more letter, on the page that is shown. */
export function useLetterKey(letter: string, action: () => void, isPossible = true) {
  const [areOn] = useLetterKeys()
  useWindowEvent('keydown', (event) => {
    if (!areOn || !isPossible || event.key !== letter || !isFreeKey(event)) return
    event.preventDefault()
    action()
  })
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
