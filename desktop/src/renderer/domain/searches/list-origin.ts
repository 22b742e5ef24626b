import { rowsPerPage } from '@alumni/shared/page'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type MouseEvent } from 'react'
import { z } from 'zod'
import type { ListPosition } from '../../ui/page/breadcrumbs.tsx'

const listOrigin = z.object({
  path: z.enum(['/alumni_search', '/champion_signups', '/tools/batch_search']),
  params: z.record(z.string(), z.string().optional()),
  /** The records in order, for a list without a URL. */
  records: z.array(z.string()).optional(),
  /** The history entry of the list; undefined if the record was opened in another window. */
  entry: z.object({ key: z.string(), index: z.number() }).optional(),
  /** Position of the record in the list, starting at 1. */
  place: z.number().optional(),
})
/**
 * The list that a record was opened from. It is stored in the history entry of the record, which survives a reload and
 * keeps the search out of the URL.
 */
export type ListOrigin = z.infer<typeof listOrigin>

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListOrigin
  }
}

let lastOpened: { key: string; row: string; page: number } | undefined

/**
 * Returns the row to focus after going back, and functions for links to records. Also opens the list page that has this
 * row, which may be a different page after stepping through the records.
 */
export function useListOrigin(
  path: ListOrigin['path'],
  params: ListOrigin['params'],
  loadedPage: { page: number; rows: readonly string[] } | undefined,
) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const [returned] = useState(() => {
    const { __TSR_key: key, row } = history.location.state
    return lastOpened && lastOpened.key === key ? lastOpened : row === undefined ? undefined : { row, page: undefined }
  })
  const isElsewhere = returned?.page !== undefined && returned.page !== Number(params.page ?? 1)
  useEffect(() => {
    if (isElsewhere)
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: returned.page === 1 ? undefined : String(returned.page) }),
        replace: true,
        resetScroll: false,
      })
    // Runs only on arrival; after that, the user chooses the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function originOf(row: string): ListOrigin {
    const { __TSR_key: key, __TSR_index: index } = history.location.state
    const { page: _, ...listParams } = params
    const position = loadedPage?.rows.indexOf(row) ?? -1
    return {
      path,
      params: listParams,
      ...(key === undefined ? {} : { entry: { key, index } }),
      ...(loadedPage && position >= 0 ? { place: (loadedPage.page - 1) * rowsPerPage + position + 1 } : {}),
    }
  }

  function markOpened(row: string) {
    const list = originOf(row)
    if (list.entry) lastOpened = { key: list.entry.key, row, page: loadedPage?.page ?? 1 }
    return { list }
  }

  /** Returns props for a link to a record. The record gets the list even if the link opens in a new window. */
  function linkTo(row: string, recordPath: string) {
    const shareOrigin = () => storeOrigin(recordPath, originOf(row))
    return {
      state: { list: originOf(row) },
      onClick: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) shareOrigin()
        else markOpened(row)
      },
      onAuxClick: shareOrigin,
      onContextMenu: shareOrigin,
    }
  }
  return { row: returned?.row, markOpened, linkTo }
}

/** Sets the row to focus on return to the list, after the user has stepped to the record `row` at `place`. */
export function setReturnRow({ entry }: ListOrigin, row: string, place: number): void {
  if (entry) lastOpened = { key: entry.key, row, page: pageOfPlace(place) }
}

function pageOfPlace(place: number): number {
  return Math.ceil(place / rowsPerPage)
}

export function toListPosition({ params, entry, place }: ListOrigin, row: string): ListPosition {
  const page = pageOfPlace(place ?? 1)
  return { query: { ...params, page: page > 1 ? String(page) : undefined }, index: entry?.index, row }
}

/** Returns the list that the record was opened from, or undefined. A new window takes over the list stored for it. */
export function useRecordOrigin(): ListOrigin | undefined {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { list } = state
  useEffect(() => {
    const stored = list ? undefined : takeStoredOrigin(pathname)
    if (stored)
      void navigate({
        to: '.',
        search: true,
        state: (before) => ({ ...before, list: stored }),
        replace: true,
        resetScroll: false,
      })
  }, [list, pathname, navigate])
  return listOrigin.optional().catch(undefined).parse(list)
}

const storedOrigin = z.object({ path: z.string(), at: z.number(), list: listOrigin })
const storageKey = 'opened-from'
/** A new window must open within this time to get the stored list. */
const maxAgeInMs = 60_000

/** Stores the list for a minute, for a record at `path` opened in a new window, which has its own history. */
export function storeOrigin(path: string, { entry: _, ...list }: ListOrigin): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now(), list }))
    clearTimeout(expiry)
    expiry = setTimeout(forgetOrigin, maxAgeInMs)
  } catch {
    // Storage is disabled or full, so the record opens without its list.
  }
}

let expiry: ReturnType<typeof setTimeout> | undefined

/** Deletes the list stored for a new window, to hide the search from the next user of the browser. */
export function forgetOrigin(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is disabled.
  }
}

function takeStoredOrigin(path: string): ListOrigin | undefined {
  try {
    const stored = storedOrigin.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
    if (!stored || stored.path !== path) return undefined
    localStorage.removeItem(storageKey)
    return Date.now() - stored.at < maxAgeInMs ? stored.list : undefined
  } catch {
    return undefined
  }
}
