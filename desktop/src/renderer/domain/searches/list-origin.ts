import { rowsPerPage } from '@alumni/shared/page'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type MouseEvent } from 'react'
import { z } from 'zod'
import type { ListPosition } from '../../ui/page/breadcrumbs.tsx'

const listOrigin = z.object({
  path: z.enum(['/alumni_search', '/champion_signups', '/tools/batch_search']),
  /** The words of the list's address, without its page. */
  words: z.record(z.string(), z.string().optional()),
  /** The records of a list that no address describes, in its order. */
  records: z.array(z.string()).optional(),
  /** The list's entry in the history of this window; a record that was opened in another one has none. */
  entry: z.object({ key: z.string(), index: z.number() }).optional(),
  /** The record's place in the list, from 1. */
  place: z.number().optional(),
})
/**
 * The list that a record was opened from. It stands in the history's entry of the record's page, which survives a
 * reload; what was typed into a search stays out of the record's address.
 */
export type ListOrigin = z.infer<typeof listOrigin>

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListOrigin
  }
}

/** The record that was opened last, and from which entry of the browser's history. */
let left: { key: string; row: string; page: number } | undefined

/**
 * A list whose records are opened: the row to return to, and what its links carry. The way back ends on the page of the
 * row, which is another one after a walk through the records.
 */
export function useListOrigin(
  path: ListOrigin['path'],
  words: ListOrigin['words'],
  shown: { page: number; rows: readonly string[] } | undefined,
) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const [returned] = useState(() => {
    const { __TSR_key: key, row } = history.location.state
    return left && left.key === key ? left : row === undefined ? undefined : { row, page: undefined }
  })
  const isElsewhere = returned?.page !== undefined && returned.page !== Number(words.page ?? 1)
  useEffect(() => {
    if (isElsewhere)
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: returned.page === 1 ? undefined : String(returned.page) }),
        replace: true,
        resetScroll: false,
      })
    // Only on arrival: from then on the pages are turned by the person.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function originOf(row: string): ListOrigin {
    const { __TSR_key: key, __TSR_index: index } = history.location.state
    const { page: _, ...question } = words
    const at = shown?.rows.indexOf(row) ?? -1
    return {
      path,
      words: question,
      ...(key === undefined ? {} : { entry: { key, index } }),
      ...(shown && at >= 0 ? { place: (shown.page - 1) * rowsPerPage + at + 1 } : {}),
    }
  }

  /** Returns the state of the record's page. */
  function markOpened(row: string) {
    const list = originOf(row)
    if (list.entry) left = { key: list.entry.key, row, page: shown?.page ?? 1 }
    return { list }
  }

  /** Returns what a link to a record's page needs besides the page. */
  function linkTo(row: string, recordPath: string) {
    const handOver = () => storeOrigin(recordPath, originOf(row))
    return {
      state: { list: originOf(row) },
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) handOver()
        else markOpened(row)
      },
      onAuxClick: handOver,
      onContextMenu: handOver,
    }
  }
  return { row: returned?.row, leaveBy: markOpened, linkTo }
}

/** Makes the way back to a list end on the record that is shown now. */
export function returnToRow({ entry }: ListOrigin, row: string, place: number): void {
  if (entry) left = { key: entry.key, row, page: pageOfPlace(place) }
}

function pageOfPlace(place: number): number {
  return Math.ceil(place / rowsPerPage)
}

/** The way back to the list, on the row of the record. */
export function toListPosition({ words, entry, place }: ListOrigin, row: string): ListPosition {
  const page = pageOfPlace(place ?? 1)
  return { query: { ...words, page: page > 1 ? String(page) : undefined }, index: entry?.index, row }
}

/** The list that the record shown was opened from. */
export function useRecordOrigin(): ListOrigin | undefined {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { list } = state
  useEffect(() => {
    const handed = list ? undefined : takeStoredOrigin(pathname)
    if (handed)
      void navigate({
        to: '.',
        search: true,
        state: (before) => ({ ...before, list: handed }),
        replace: true,
        resetScroll: false,
      })
  }, [list, pathname, navigate])
  return listOrigin.optional().catch(undefined).parse(list)
}

const handedOver = z.object({ path: z.string(), at: z.number(), list: listOrigin })
const storageKey = 'opened-from'
/** A window that has not opened by then was not opened. */
const maxAgeInMs = 60_000

/** Leaves the list of a record to the window that opens now: a new window has a history of its own. */
export function storeOrigin(path: string, { entry: _, ...list }: ListOrigin): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now(), list }))
    clearTimeout(forgetting)
    forgetting = setTimeout(forgetOrigin, maxAgeInMs)
  } catch {
    // Storage is switched off or full: the record opens without its list.
  }
}

let forgetting: ReturnType<typeof setTimeout> | undefined

/** Whoever signs in next does not see what was searched for. */
export function forgetOrigin(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is switched off: nothing was stored.
  }
}

function takeStoredOrigin(path: string): ListOrigin | undefined {
  try {
    const handed = handedOver.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
    if (!handed || handed.path !== path) return undefined
    localStorage.removeItem(storageKey)
    return Date.now() - handed.at < maxAgeInMs ? handed.list : undefined
  } catch {
    return undefined
  }
}
