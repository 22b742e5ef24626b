import {
  letterReachReply,
  listLetterPage,
  type LetterChoices,
  type LetterReach,
  type LetterReachRequest,
  type ListLetterState,
} from '@alumni/shared/publications/list-letters'
import {
  IconAlertTriangle,
  IconClock,
  IconCircleCheck,
  IconPencil,
  IconPlayerPause,
  IconSend,
  IconUserShield,
} from '@tabler/icons-react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { Kind } from '../../domain/publications/kind.ts'
import { useSession } from '../../domain/session/session.ts'
import { HttpError, request } from '../../http.ts'
import { readQuery } from '../../ui/read-query.ts'
import { formatCount } from '../../ui/format/numbers.ts'

export const letters: Kind<ListLetterState> = {
  home: '/letters',
  queryKey: 'letters',
  nouns: ['letter', 'letters'],
  states: {
    draft: { label: 'Draft', icon: IconPencil, tone: 'warn' },
    requested: { label: 'With an administrator', icon: IconUserShield, tone: 'accent' },
    leaving: { label: 'Scheduled', icon: IconClock, tone: 'accent' },
    sending: { label: 'On its way', icon: IconSend, tone: 'accent' },
    sent: { label: 'Sent', icon: IconCircleCheck, tone: 'good' },
    stopped: { label: 'Stopped', icon: IconPlayerPause, tone: 'warn' },
    failed: { label: 'Failed', icon: IconAlertTriangle, tone: 'bad' },
  },
}

export const isPartlySent = (state: ListLetterState) => state === 'sending' || state === 'stopped' || state === 'failed'

/** Refetch intervals, in milliseconds, for states that change by themselves. */
const pollIntervals: Partial<Record<ListLetterState, number>> = { leaving: 10_000, sending: 3000 }

export const letterQuery = (id: string) =>
  readQuery(['letters', id], `/letters/${id}`, listLetterPage, {
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && pollIntervals[state.data.state]) ?? false,
  })

/** Reads by POST, because the list of people is too long for a URL. Never caches, because the list changes. */
export const readByPost = <Schema extends z.ZodType>(path: string, reply: Schema, body: object, version?: number) =>
  queryOptions({
    queryKey: ['letters', path, body, version],
    queryFn: ({ signal }) => request(`/letters/${path}`, reply, { method: 'POST', body, signal, timeoutInMs: 60_000 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const reachQuery = (body: LetterReachRequest) => readByPost('reach', letterReachReply, body)

type ReachQuery = { data: LetterReach | undefined; error: Error | null }

/** Returns why no one would get a letter to a list, or null if someone would. */
export function describeReachProblem({ data, error }: ReachQuery): string | null {
  if (error instanceof HttpError && error.status === 422) return error.message
  if (data?.chosen === 0) return 'There is no one on this list.'
  return data?.written_to === 0 ? 'No one on this list can be written to.' : null
}

/** Returns why this user cannot send a letter to that many people, or null if they can. */
export function useSenderProblem(
  people: number | undefined,
  { staff_max, second_person_above }: LetterChoices,
  author: number | null,
): string | null {
  const { user } = useSession()
  if (people === undefined) return null
  if (people > staff_max && !hasRole(user.role, 'admin'))
    return `Letters to more than ${formatCount(staff_max, ['person', 'people'])} are sent by an administrator.`
  return second_person_above !== null && people > second_person_above && author === user.id
    ? `Letters to more than ${formatCount(second_person_above, ['person', 'people'])} are sent by someone other than their author.`
    : null
}

/** Picks the fields of a letter that decide who gets it. */
export function toReachRequest(letter: LetterReachRequest): LetterReachRequest {
  const { list, topic, event_id, opportunity_id, skips_answered } = letter
  return { list, topic, event_id, opportunity_id, skips_answered }
}
