import { doorPage, doorRequest, maxDoorMarks, applyMarks } from '@alumni/shared/publications/door'
import type { DoorGuest, DoorMark, DoorPage, StoredMark } from '@alumni/shared/publications/door'
import { attendanceReply } from '@alumni/shared/publications/staff-events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notifyRefusedAnswers } from '../../domain/publications/answers.tsx'
import {
  forgetDoorLists,
  readMarks,
  readDoorList,
  storeDoorList,
  storeMarks,
  doorCachePrefix,
} from '../../domain/publications/door-store.ts'
import { HttpError, post, request } from '../../http.ts'
import { notifyError } from '../../ui/notify.tsx'
import { events } from './kind.ts'
import { sessionElement } from '@alumni/shared/staff/accounts'
import { isDesktop } from '../../ui/desktop.ts'
import { loadDetector } from './code-reader.ts'

const pollMs = 15_000

/** Returns the door list with unsent marks. Polls for check-ins at other doors; stores the list for offline use. */
export function useDoor(event: number) {
  const url = `${events.home}/${event}/door`
  const query = useQuery({
    queryKey: ['door', event],
    queryFn: async ({ signal }) => {
      try {
        const page = await request(url, doorPage, { signal })
        storeDoorList(page)
        return page
      } catch (error) {
        if (isRefusal(error)) forgetDoorLists()
        throw error
      }
    },
    initialData: () => readDoorList(event),
    initialDataUpdatedAt: 0,
    refetchInterval: pollMs,
    retry: false,
  })
  const isLoaded = query.isFetchedAfterMount && query.error === null
  useEffect(() => {
    if (isLoaded) void enableOffline(url).catch(() => undefined)
  }, [isLoaded, url])
  const { waiting, add } = useMarks(event, url, query.data)
  const guests = query.data ? applyMarks(query.data.guests, waiting) : []
  const mark = ({ id }: DoorGuest, attendance: DoorMark['attendance']) =>
    add({ id: crypto.randomUUID(), rsvp: id, attendance, at: new Date().toISOString() })
  return { query, guests, mark, waiting: waiting.length }
}

/** Checks whether the server refuses access or has no such list. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && [401, 403, 404].includes(error.status)
}

/** Stores attendance marks and sends them in order as soon as there is a network. */
function useMarks(event: number, url: string, page: DoorPage | undefined) {
  const queryClient = useQueryClient()
  const isSending = useRef(false)
  const user = page?.user_id
  const [, redraw] = useState(0)
  const waiting = user === undefined ? [] : readMarks(event, user)
  const send = useCallback(async () => {
    if (user === undefined || isSending.current) return
    isSending.current = true
    try {
      for (;;) {
        const marks = readMarks(event, user).slice(0, maxDoorMarks)
        if (marks.length === 0) return
        const refusal = await sendMarks(url, marks)
        if (refusal === 'later') return
        const key = ['door', event]
        if (!refusal)
          queryClient.setQueryData<DoorPage>(key, (page) => page && { ...page, guests: applyMarks(page.guests, marks) })
        const sentIds = new Set(marks.map(({ id }) => id))
        storeMarks(
          event,
          user,
          readMarks(event, user).filter(({ id }) => !sentIds.has(id)),
        )
        redraw((count) => count + 1)
        void queryClient.invalidateQueries({ queryKey: [events.queryKey] })
        void queryClient.invalidateQueries({ queryKey: key })
      }
    } finally {
      isSending.current = false
    }
  }, [event, url, user, queryClient])
  useEffect(() => {
    const sendNow = () => void send()
    sendNow()
    const timer = setInterval(sendNow, pollMs)
    addEventListener('online', sendNow)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendNow)
    }
  }, [send])
  function add(mark: StoredMark) {
    if (user === undefined) return
    storeMarks(event, user, [...readMarks(event, user), mark])
    redraw((count) => count + 1)
    void send()
  }
  return { waiting, add }
}

/** Sends marks. Returns 'later' if they must be sent again. Refused marks are reported to the user and dropped. */
async function sendMarks(url: string, marks: DoorMark[]): Promise<'later' | 'refused' | undefined> {
  try {
    const body = doorRequest.parse({ marks })
    const { refused } = await post(url, attendanceReply, body)
    notifyRefusedAnswers(refused)
    return undefined
  } catch (error) {
    // Retries after other errors, such as an expired session.
    if (!(error instanceof HttpError && [400, 404, 409, 422].includes(error.status))) return 'later'
    notifyError('No one was checked in', error)
    return 'refused'
  }
}

/** Stores the page with its files, and registers a service worker that serves them without a network. */
async function enableOffline(path: string): Promise<void> {
  if (!('serviceWorker' in navigator) || isDesktop()) return
  const cache = await caches.open(doorCachePrefix + path)
  const document = await fetch(path, { headers: { accept: 'text/html' } })
  if (!document.ok || document.redirected) return
  // Loads the detector, so that its file is stored too.
  await loadDetector()
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/staff/'))
    .map(({ pathname }) => pathname)
  for (const file of new Set(files)) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
  await cache.put(path, await withoutSession(document))
  await navigator.serviceWorker.register(new URL('./door-worker.js', import.meta.url), { scope: path })
  const neededPaths = new Set([path, ...files])
  for (const { url } of await cache.keys()) if (!neededPaths.has(new URL(url).pathname)) await cache.delete(url)
}

async function withoutSession(document: Response): Promise<Response> {
  // A DOM parser would violate the page's content security policy, because the document's styles have another nonce.
  const session = new RegExp(`<script [^>]*id="${sessionElement}"[^<]*</script>`)
  const html = (await document.text()).replace(session, '')
  const headers = new Headers(document.headers)
  headers.delete('content-length')
  return new Response(html, { headers })
}
