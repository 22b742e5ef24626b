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
import { formatCount } from '../ui/format/numbers.ts'

export type ListEntry = { path: string; label: string; description: string | undefined; icon: Icon }
type List = { title: string; role: Role; findEntries: (q: string, signal: AbortSignal) => Promise<ListEntry[]> }

const maxPerList = 4

/** `home` is the path of the list and of its search requests. `entriesOf` converts a reply to entries. */
function createList<Page>(
  title: string,
  role: Role,
  home: string,
  page: z.ZodType<Page>,
  entriesOf: (page: Page) => (Omit<ListEntry, 'path'> & { id: number })[],
): List {
  return {
    title,
    role,
    findEntries: async (q, signal) =>
      entriesOf(await request(`${home}${writePlainSearch({ q })}`, page, { signal })).map(({ id, ...entry }) => ({
        ...entry,
        path: `${home}/${id}`,
      })),
  }
}

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
      description: members === null ? undefined : formatCount(members, ['member', 'members']),
      icon: IconUsersGroup,
    })),
  ),
]

export type EntryGroup = { title: string; found: readonly ListEntry[]; error: Error | null; retry: () => unknown }

/** Searches the lists that a role may read, such as events, for two or more characters. Returns one group per list. */
export function useEntrySearch(role: Role, text: string): EntryGroup[] {
  const [query] = useDebouncedValue(text.trim(), 240)
  const isSearching = text.trim().length >= 2 && query.length >= 2
  const readable = lists.filter((list) => hasRole(role, list.role))
  const results = useQueries({
    queries: readable.map(({ title, findEntries }) => ({
      queryKey: ['palette', title, query],
      queryFn: ({ signal }: { signal: AbortSignal }) => findEntries(query, signal),
      enabled: isSearching,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
    })),
  })
  return readable.map(({ title }, index) => {
    const { data = [], error = null, refetch } = results[index]!
    return {
      title,
      found: isSearching ? data.slice(0, maxPerList) : [],
      error: isSearching ? error : null,
      retry: refetch,
    }
  })
}
