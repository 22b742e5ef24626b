import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLetterKey } from '../use-letter-key.ts'

/**
 * Tracks the row that Tab reaches. Focuses the row with the key `initialFocus` once it appears, unless something else
 * has the focus.
 */
export function useRowFocus<Row>(rows: readonly Row[], rowKey: (row: Row) => string, initialFocus: string | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const [current, setCurrent] = useState(() => Math.max(0, initialFocus === undefined ? 0 : keys.indexOf(initialFocus)))
  useRowLetters(body, rows.length)
  useInitialFocus(body, keys, initialFocus)
  return { body, current: Math.min(current, rows.length - 1), setCurrent }
}

function useInitialFocus(
  body: RefObject<HTMLElement | null>,
  keys: readonly string[],
  initialFocus: string | undefined,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    const index = initialFocus === undefined ? -1 : keys.indexOf(initialFocus)
    if (isDone.current || index < 0) return
    isDone.current = true
    if (!isFocusLost()) return
    const row = rowsIn(body.current)[index]
    row?.focus({ preventScroll: true })
    // Scrolls after the browser has restored the scroll position.
    requestAnimationFrame(() => row?.scrollIntoView({ block: 'nearest' }))
  }, [body, keys, initialFocus])
}

export function moveWithArrows(event: KeyboardEvent<HTMLTableRowElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const { nextElementSibling, previousElementSibling } = event.currentTarget
  const next = event.key === 'ArrowDown' ? nextElementSibling : previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

export function focusFirstRow(): void {
  rowsIn(document)[0]?.focus()
}

/** Returns true while the table shows the rows of an earlier search. */
export function hasStaleRows(): boolean {
  return document.querySelector('[data-stale]') !== null
}

function useRowLetters(body: RefObject<HTMLElement | null>, length: number) {
  const move = (step: number) => () => {
    const rows = rowsIn(body.current)
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    rows[index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))]?.focus()
  }
  useLetterKey('j', move(1), length > 0)
  useLetterKey('k', move(-1), length > 0)
}

function rowsIn(place: ParentNode | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
