import { useEffect, useRef } from 'react'
import { isFreeKey, useLetterKeys } from '../shell/use-shortcuts.ts'

/** `e` edits, where nothing else wants the key. */
export function useEditKey(isOn: boolean, onEdit: () => void): void {
  const [lettersOn] = useLetterKeys()
  const latest = useRef(onEdit)
  latest.current = onEdit
  useEffect(() => {
    if (!isOn || !lettersOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'e' || !isFreeKey(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, lettersOn])
}
