import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLetterKey } from '../use-letter-key.ts'

/**
 * The row that Tab leads to, and the focus as rows come and go. When the table appears, `focusOn` gets the focus if it
 * is there and nothing else has it: a person may be typing.
 */
export function useRowFocus<Row>(rows: readonly Row[], rowKey: (row: Row) => string, focusOn: string | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const [current, setCurrent] = useState(() => Math.max(0, focusOn === undefined ? 0 : keys.indexOf(focusOn)))
  useRowLetters(body, rows.length)
  useFocusOnArrival(body, keys, focusOn)
  return { body, current: Math.min(current, rows.length - 1), setCurrent }
}

/** The row may come with a later page of the rows than the first; whatever got the focus meanwhile keeps it. */
function useFocusOnArrival(
  body: RefObject<HTMLElement | null>,
  keys: readonly string[],
  focusOn: string | undefined,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    const index = focusOn === undefined ? -1 : keys.indexOf(focusOn)
    if (isDone.current || index < 0) return
    isDone.current = true
    if (!isFocusLost()) return
    const row = rowsIn(body.current)[index]
    row?.focus({ preventScroll: true })
    // The browser restores its own place in the list first, where the row need not be.
    requestAnimationFrame(() => row?.scrollIntoView({ block: 'nearest' }))
  }, [body, keys, focusOn])
}

/** The arrow keys on a row lead to the one above or below. */
export function moveWithArrows(event: KeyboardEvent<HTMLTableRowElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const { nextElementSibling, previousElementSibling } = event.currentTarget
  const next = event.key === 'ArrowDown' ? nextElementSibling : previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

/** Moves the focus to the first row of the page's table, if there is one. */
export function focusFirstRow(): void {
  rowsIn(document)[0]?.focus()
}

/** j and k from anywhere on the page. */
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
