import {
  doorPage,
  doorRequest,
  maxDoorMarks,
  applyMarks,
  type DoorGuest,
  type DoorMark,
  type DoorPage,
  type StoredMark,
} from '@alumni/shared/publications/door'
import { attendanceReply } from '@alumni/shared/publications/staff-events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notifyRefused } from '../../domain/publications/answers.tsx'
import { forgetDoors, readMarks, readDoor, storeDoor, storeMarks } from '../../domain/publications/door-store.ts'
import { HttpError, post, request } from '../../http.ts'
import { notifyError } from '../../ui/notify.tsx'
import { events } from './kind.ts'
import { worksOffline } from './door-offline.ts'

const askAgainMs = 15_000

/**
 * The list at the door of an event, with what was tapped here and has not arrived yet. It is read again while one
 * looks, so that two doors see each other, and is shown as it was last read where there is no network.
 */
export function useDoor(event: number) {
  const url = `${events.home}/${event}/door`
  const query = useQuery({
    queryKey: ['door', event],
    queryFn: async ({ signal }) => {
      try {
        const page = await request(url, doorPage, { signal })
        storeDoor(page)
        return page
      } catch (error) {
        if (isRefusal(error)) forgetDoors()
        throw error
      }
    },
    initialData: () => readDoor(event),
    initialDataUpdatedAt: 0,
    refetchInterval: askAgainMs,
    retry: false,
  })
  const isRead = query.isFetchedAfterMount && query.error === null
  useEffect(() => {
    if (isRead) void worksOffline(url).catch(() => undefined)
  }, [isRead, url])
  const { waiting, add } = useMarks(event, url, query.data)
  const guests = query.data ? applyMarks(query.data.guests, waiting) : []
  const mark = ({ id }: DoorGuest, attendance: DoorMark['attendance']) =>
    add({ id: crypto.randomUUID(), rsvp: id, attendance, at: new Date().toISOString() })
  return { query, guests, mark, waiting: waiting.length }
}

/** The server has answered that this person may not see the list, or that there is none. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && [401, 403, 404].includes(error.status)
}

/** Marks are sent at once, or as soon as there is a network: in their order, and each counts once. */
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
        const refusal = await deliver(url, marks)
        if (refusal === 'later') return
        const key = ['door', event]
        if (!refusal)
          queryClient.setQueryData<DoorPage>(key, (page) => page && { ...page, guests: applyMarks(page.guests, marks) })
        const done = new Set(marks.map(({ id }) => id))
        storeMarks(
          event,
          user,
          readMarks(event, user).filter(({ id }) => !done.has(id)),
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
    const now = () => void send()
    now()
    const timer = setInterval(now, askAgainMs)
    addEventListener('online', now)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
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

/** Sends marks: refused ones are reported and dropped; while the server is away, they wait. */
async function deliver(url: string, marks: DoorMark[]): Promise<'later' | 'refused' | undefined> {
  try {
    const body = doorRequest.parse({ marks })
    const { refused } = await post(url, attendanceReply, body)
    notifyRefused(refused)
    return undefined
  } catch (error) {
    // The list reports that a sign-in has ended; the marks wait for the next one.
    if (!(error instanceof HttpError && [400, 404, 409, 422].includes(error.status))) return 'later'
    notifyError('No one was checked in', error)
    return 'refused'
  }
}
