import {
  addRsvpReply,
  attendanceReply,
  checkInReply,
  editEventPage,
  staffEventPage,
  type AttendanceRequest,
  type CheckInRequest,
  type RsvpsQuery,
} from '@alumni/shared/publications/staff-events'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { usePublicationDelete, usePublicationMove } from '../../domain/publications/mutations.ts'
import { notifyRefused } from '../../domain/publications/notify.ts'
import { notifyRefusal } from '../../ui/notify.tsx'

const home = '/champion_signups/events'
export const eventUrl = (id: number | string) => `${home}/${id}`

export function eventQuery(id: string, search: RsvpsQuery) {
  return queryOptions({
    queryKey: ['events', id, search],
    queryFn: ({ signal }) => request(`${eventUrl(id)}${writePlainSearch(search)}`, staffEventPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** An event to be edited, as it is at this moment. */
export function editQuery(id: string) {
  return queryOptions({
    queryKey: ['events', id, 'edit'],
    queryFn: ({ signal }) => request(`${eventUrl(id)}/edit`, editEventPage, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export const useMove = (id: number) => usePublicationMove(eventUrl(id), 'events')
export const useDelete = (id: number) => usePublicationDelete(eventUrl(id), 'events')

/** Says who came; who is left as they are is told with the reason. */
export function useMark(id: number) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: (body: AttendanceRequest) =>
      request(`${eventUrl(id)}/attendance`, attendanceReply, { method: 'POST', body }),
    onSuccess: ({ refused }) => notifyRefused(refused),
    onError: notifyRefusal,
    onSettled: invalidate,
  })
}

export function sendCheckIn(id: number | string, body: CheckInRequest, signal?: AbortSignal) {
  return request(`${eventUrl(id)}/check_ins`, checkInReply, { method: 'POST', body, ...(signal ? { signal } : {}) })
}

export function useAddRsvp(id: number) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: (body: { email: string; guests: number }) =>
      request(`${eventUrl(id)}/rsvps`, addRsvpReply, { method: 'POST', body }),
    onSuccess: invalidate,
  })
}

export function useInvalidate() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['events'] })
}
