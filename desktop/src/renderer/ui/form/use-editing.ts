import { useRef, useState, type RefObject } from 'react'

type Editing = { isEditing: boolean; start: () => void; stop: () => void; button: RefObject<HTMLButtonElement | null> }

/**
 * Tracks whether a form replaces the content that it edits. `stop` returns the focus to its previous place, or to the
 * `button` that opens the form.
 */
export function useEditing(): Editing {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const from = useRef<Element>(null)
  return {
    isEditing,
    button,
    start() {
      from.current = document.activeElement
      setEditing(true)
    },
    stop() {
      setEditing(false)
      // The button is rendered again in the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const place = from.current?.isConnected && from.current !== document.body ? from.current : button.current
        if (place instanceof HTMLElement) place.focus()
      })
    },
  }
}
