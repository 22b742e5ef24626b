import { useEffect, useRef } from 'react'

/** Escape in a search box leaves it; pressed again at once, it clears it. Answers what the first one calls. */
export function useBoxEscape(clear: () => void): (input: HTMLInputElement) => void {
  const isLeft = useRef(false)
  const latest = useRef(clear)
  latest.current = clear
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isSecond = isLeft.current && event.key === 'Escape' && document.activeElement === document.body
      isLeft.current = false
      if (!isSecond) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (input) => {
    isLeft.current = true
    input.blur()
  }
}
