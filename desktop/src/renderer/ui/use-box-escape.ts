import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

/** Returns the function that the first Escape in a search box calls to leave it; a second Escape calls `clear`. */
export function useSearchBoxEscape(clear: () => void): (input: HTMLInputElement) => void {
  const wasJustLeft = useRef(false)
  function onKey(event: KeyboardEvent) {
    const isSecond = wasJustLeft.current && event.key === 'Escape' && document.activeElement === document.body
    wasJustLeft.current = false
    if (!isSecond) return
    event.preventDefault()
    clear()
  }
  useWindowEvent('keydown', onKey, { capture: true })
  return (input) => {
    wasJustLeft.current = true
    input.blur()
  }
}
