import { useEffect, useRef } from 'react'

/** Escape, unless an open list or a dialog takes it, or it is not meant for this. */
export function useEscape(onEscape: () => void, isMeant: (target: Element) => boolean = () => true): void {
  const latest = useRef({ onEscape, isMeant })
  latest.current = { onEscape, isMeant }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        document.querySelector('[role="dialog"][aria-modal="true"]') ||
        !latest.current.isMeant(event.target as Element)
      )
        return
      event.preventDefault()
      latest.current.onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
