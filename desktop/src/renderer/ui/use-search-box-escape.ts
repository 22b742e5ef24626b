import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

/** Returns an Escape handler that leaves the search box; a second Escape right after it calls `clear`. */
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
