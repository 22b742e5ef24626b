import { signupsPage } from '@alumni/shared/champions/staff-list'
import { communityContract } from '@alumni/shared/publications/staff-content'
import { eventContract } from '@alumni/shared/publications/staff-events'
import { opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarEvent, IconHeartHandshake, IconUsersGroup, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { formatClock } from '../domain/publications/clock.ts'
import { request } from '../http.ts'
import { writePlainSearch } from '../plain-search.ts'
import { countOf } from '../ui/words/numbers.ts'

/** Something that a list has by this name; `path` is its page. */
export type Named = { path: string; label: string; description: string | undefined; icon: Icon }
type List = { title: string; role: Role; find: (q: string, signal: AbortSignal) => Promise<Named[]> }

const maxOfList = 4

/** The lists beside the alumni whose lines are found by name, with the least role that may read each. */
const lists: readonly List[] = [
  {
    title: 'Champions',
    role: 'staff',
    find: async (q, signal) => {
      const { signups } = await request(`/champion_signups${writePlainSearch({ q })}`, signupsPage, { signal })
      return signups.map(({ id, name, deleted_at }) => ({
        path: `/champion_signups/${id}`,
        label: name,
        description: deleted_at ? 'Removed' : 'Champion',
        icon: IconUsersGroup,
      }))
    },
  },
  {
    title: 'Events',
    role: 'staff',
    find: async (q, signal) => {
      const url = `/champion_signups/events${writePlainSearch({ q })}`
      const { events } = await request(url, eventContract.page, { signal })
      return events.map(({ id, title, starts_at, time_zone, venue }) => ({
        path: `/champion_signups/events/${id}`,
        label: title,
        description: [formatClock(starts_at, time_zone), venue].filter(Boolean).join(', '),
        icon: IconCalendarEvent,
      }))
    },
  },
  {
    title: 'Opportunities',
    role: 'staff',
    find: async (q, signal) => {
      const url = `/champion_signups/opportunities${writePlainSearch({ q })}`
      const { opportunities } = await request(url, opportunityContract.page, { signal })
      return opportunities.map(({ id, title, place, state }) => ({
        path: `/champion_signups/opportunities/${id}`,
        label: title,
        description: [state === 'closed' ? 'Closed' : 'Opportunity', place].filter(Boolean).join(', '),
        icon: IconHeartHandshake,
      }))
    },
  },
  {
    title: 'Communities',
    role: 'admin',
    find: async (q, signal) => {
      const url = `/settings/content/communities${writePlainSearch({ q })}`
      const { rows } = await request(url, communityContract.page, { signal })
      return rows.map(({ id, title, members }) => ({
        path: `/settings/content/communities/${id}`,
        label: title,
        description: members === null ? undefined : countOf(members, ['member', 'members']),
        icon: IconUsersGroup,
      }))
    },
  },
]

export type NamedGroup = { title: string; found: readonly Named[]; error: Error | null; retry: () => unknown }

/** What the lists that a person may read have by this name. */
export function useNamed(role: Role, typed: string): NamedGroup[] {
  const [settled] = useDebouncedValue(typed.trim(), 240)
  const isAsking = typed.trim().length >= 2 && settled.length >= 2
  const readable = lists.filter((list) => hasRole(role, list.role))
  const results = useQueries({
    queries: readable.map(({ title, find }) => ({
      queryKey: ['palette', title, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: isAsking,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
    })),
  })
  return readable.map(({ title }, index) => {
    const { data = [], error = null, refetch } = results[index]!
    return { title, found: isAsking ? data.slice(0, maxOfList) : [], error: isAsking ? error : null, retry: refetch }
  })
}
