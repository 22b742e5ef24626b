import {
  addRsvpReply,
  attendanceReply,
  checkInReply,
  editEventPage,
  eventContract,
  newEventPage,
  staffEventPage,
  type AttendanceRequest,
  type CheckInRequest,
  type EventFields,
  type RsvpsQuery,
  type StaffEventsQuery,
} from '@alumni/shared/publications/staff-events'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useOfferDelete, useOfferMove } from '../../domain/publications/mutations.ts'
import { sayRefused } from '../../domain/publications/say.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'

const home = '/champion_signups/events'
export const eventUrl = (id: number | string) => `${home}/${id}`

export function eventsQuery(search: StaffEventsQuery) {
  return queryOptions({
    queryKey: ['events', 'list', search],
    queryFn: ({ signal }) => request(`${home}${writePlainSearch(search)}`, eventContract.page, { signal }),
    placeholderData: keepPreviousData,
  })
}

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

export const newQuery = queryOptions({
  queryKey: ['events', 'new'],
  queryFn: ({ signal }) => request(`${home}/new`, newEventPage, { signal }),
})

export function saveEvent(id: string | null, fields: EventFields, version: number | null) {
  return id === null
    ? request(home, eventContract.record, { method: 'POST', body: fields })
    : request(eventUrl(id), eventContract.record, { method: 'PATCH', body: { ...fields, version } })
}

export const useMove = (id: number) => useOfferMove(eventUrl(id), 'events')
export const useDelete = (id: number) => useOfferDelete(eventUrl(id), 'events')

/** Says who came; who is left as they are is told with the reason. */
export function useMark(id: number) {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (body: AttendanceRequest) =>
      request(`${eventUrl(id)}/attendance`, attendanceReply, { method: 'POST', body }),
    onSuccess: ({ refused }) => sayRefused(refused),
    onError: sayRefusal,
    onSettled: lookAgain,
  })
}

export function sendCheckIn(id: number | string, body: CheckInRequest, signal?: AbortSignal) {
  return request(`${eventUrl(id)}/check_ins`, checkInReply, { method: 'POST', body, ...(signal ? { signal } : {}) })
}

export function useAddRsvp(id: number) {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (body: { email: string; guests: number }) =>
      request(`${eventUrl(id)}/rsvps`, addRsvpReply, { method: 'POST', body }),
    onSuccess: lookAgain,
  })
}

export function useLookAgain() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['events'] })
}
