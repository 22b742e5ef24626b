import { useEffect, useRef } from 'react'
import { isFreeKey, useLetterKeys } from '../../ui/use-letter-key.ts'

/**
 * Letters that do something with the row that has the focus; the rows of the page's table stand in the order of `rows`.
 */
export function useRowLetters<Row>(rows: readonly Row[], letters: Record<string, (row: Row) => void>): void {
  const [areOn] = useLetterKeys()
  const latest = useRef({ rows, letters })
  latest.current = { rows, letters }
  useEffect(() => {
    if (!areOn) return
    function onKey(event: KeyboardEvent) {
      const { rows, letters } = latest.current
      const index = [...document.querySelectorAll('[data-row]')].findIndex((row) => row === document.activeElement)
      const [row, action] = [rows[index], letters[event.key]]
      if (row === undefined || !action || !isFreeKey(event)) return
      event.preventDefault()
      action(row)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [areOn])
}
