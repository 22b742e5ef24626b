import { signupsPage } from '@alumni/shared/champions/staff-list'
import { communityContract } from '@alumni/shared/publications/staff-content'
import { eventPlace } from '@alumni/shared/publications/locations'
import { whereToHelp } from '@alumni/shared/publications/opportunities'
import { eventContract } from '@alumni/shared/publications/staff-events'
import { opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarEvent, IconHeartHandshake, IconUsersGroup, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatClock } from '../domain/publications/clock.ts'
import { request } from '../http.ts'
import { writePlainSearch } from '../plain-search.ts'
import { countOf } from '../ui/words/numbers.ts'

/** Something that a list has by this name; `path` is its page. */
export type ListEntry = { path: string; label: string; description: string | undefined; icon: Icon }
type List = { title: string; role: Role; find: (q: string, signal: AbortSignal) => Promise<ListEntry[]> }

const maxOfList = 4

/** A list that is searched at its own address; `namedOf` describes its rows. */
function createList<Page>(
  title: string,
  role: Role,
  home: string,
  page: z.ZodType<Page>,
  namedOf: (page: Page) => (Omit<ListEntry, 'path'> & { id: number })[],
): List {
  return {
    title,
    role,
    find: async (q, signal) =>
      namedOf(await request(`${home}${writePlainSearch({ q })}`, page, { signal })).map(({ id, ...named }) => ({
        ...named,
        path: `${home}/${id}`,
      })),
  }
}

/** The lists beside the alumni whose lines are found by name, with the least role that may read each. */
const lists: readonly List[] = [
  createList('Champions', 'staff', '/champion_signups', signupsPage, ({ signups }) =>
    signups.map(({ id, name, deleted_at }) => ({
      id,
      label: name,
      description: deleted_at ? 'Removed' : 'Champion',
      icon: IconUsersGroup,
    })),
  ),
  createList('Events', 'staff', '/champion_signups/events', eventContract.page, ({ events }) =>
    events.map(({ id, title, starts_at, time_zone, ...event }) => ({
      id,
      label: title,
      description: [formatClock(starts_at, time_zone), eventPlace({ ...event, address: null })]
        .filter(Boolean)
        .join(', '),
      icon: IconCalendarEvent,
    })),
  ),
  createList(
    'Opportunities',
    'staff',
    '/champion_signups/opportunities',
    opportunityContract.page,
    ({ opportunities }) =>
      opportunities.map(({ id, title, state, ...opportunity }) => ({
        id,
        label: title,
        description: [state === 'closed' ? 'Closed' : 'Opportunity', whereToHelp(opportunity)].join(', '),
        icon: IconHeartHandshake,
      })),
  ),
  createList('Communities', 'admin', '/settings/content/communities', communityContract.page, ({ rows }) =>
    rows.map(({ id, title, members }) => ({
      id,
      label: title,
      description: members === null ? undefined : countOf(members, ['member', 'members']),
      icon: IconUsersGroup,
    })),
  ),
]

export type EntryGroup = { title: string; found: readonly ListEntry[]; error: Error | null; retry: () => unknown }

/** What the lists that a person may read have by this name. */
export function useEntrySearch(role: Role, typed: string): EntryGroup[] {
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
