import { statusNames } from '@alumni/shared/champions/staff-list'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Box, Group } from '@mantine/core'
import { IconBookmark, IconLock, IconMailForward, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { searchFilters } from '../alumni/search/filters.tsx'
import { choicesQuery } from '../alumni/search/queries.ts'
import { paramsOf } from '../alumni/search/search-params.ts'
import { signupFilters } from '../champions/list/filters.tsx'
import { choicesQuery as signupChoicesQuery } from '../champions/list/queries.ts'
import { paramsOf as signupParamsOf } from '../champions/list/signup-params.ts'
import { useStartLetter } from '../domain/letters/start-letter.tsx'
import { NameModal } from '../domain/searches/name-modal.tsx'
import { useDeleteSearch, useSavedSearches, type CountedSearch } from '../domain/searches/saved-searches.ts'
import { SavedChange } from '../domain/searches/saved-change.tsx'
import { ResourcePage } from '../domain/session/resource-page.tsx'
import { useSession } from '../domain/session/session.ts'
import { parsePlainSearch } from '../plain-search.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { RowAction } from '../ui/table/row-actions.tsx'
import { column, type Column } from '../ui/table/table-columns.tsx'
import { formatNumber } from '../ui/format/numbers.ts'

export function SavedSearchesPage() {
  const saved = useSavedSearches()
  return (
    <ResourcePage title="Saved searches" query={saved} blocks={4} height={44}>
      {(searches) =>
        searches.length > 0 ? (
          <Searches searches={searches} />
        ) : (
          <EmptyState
            icon={IconBookmark}
            title="No saved searches yet"
            actions={
              <LinkButton variant="default" to="/alumni_search">
                Go to the search
              </LinkButton>
            }
          >
            Search, choose filters, and press “⋯”: “Save this search…” saves it under a name and shows its number each
            morning.
          </EmptyState>
        )
      }
    </ResourcePage>
  )
}

function Searches({ searches }: { searches: CountedSearch[] }) {
  const navigate = useNavigate()
  const remove = useDeleteSearch()
  const write = useStartLetter()
  const isStaff = hasRole(useSession().user.role, 'staff')
  const [naming, setNaming] = useState<CountedSearch | null>(null)
  const isOwn = ({ by }: CountedSearch) => by === null
  const actions: RowAction<CountedSearch>[] = [
    {
      key: 'w',
      label: ({ name }) => `Write to the people of “${name}”`,
      icon: IconMailForward,
      run: ({ list, query }) => write({ from: list === 'alumni_search' ? 'search' : 'champions', query }),
      isPossible: () => isStaff,
    },
    {
      key: 'e',
      label: ({ name }) => `Rename or share “${name}”`,
      icon: IconPencil,
      run: setNaming,
      isPossible: isOwn,
    },
    {
      key: 'd',
      label: ({ name }) => `Delete “${name}”`,
      icon: IconTrash,
      run: (search) => remove.mutate(search),
      isPossible: isOwn,
    },
  ]
  return (
    <>
      <DataTable
        caption="Saved searches"
        columns={useColumns(isStaff)}
        rows={searches}
        rowKey={({ list, id }) => `${list} ${id}`}
        actions={actions}
        phoneLine={phoneLineOf}
        onOpen={({ list, query }) => void navigate({ to: `/${list}`, search: parsePlainSearch(query) })}
      />
      <NameModal
        list={naming?.list ?? 'alumni_search'}
        naming={naming}
        searches={searches.filter(({ list }) => list === naming?.list)}
        onClose={() => setNaming(null)}
      />
    </>
  )
}

const kinds = { alumni_search: 'Alumni', champion_signups: 'Champions' }

function useColumns(isStaff: boolean): Column<CountedSearch>[] {
  const describe = useDescription(isStaff)
  return [
    column('name', 'Name', (search) => (
      <div className="lines">
        <PathLink path={`/${search.list}?${search.query}`} className="name">
          {search.name}
        </PathLink>
        <span className="fact">{describe(search)}</span>
      </div>
    )),
    ...(isStaff ? [column('list', 'Searches', ({ list }: CountedSearch) => kinds[list])] : []),
    column(
      'found',
      'Found today',
      { isNumber: true },
      ({ found }) =>
        found && (found.count === null ? <span className="muted">not understood</span> : formatNumber(found.count)),
    ),
    column('change', 'Change', ({ found }) =>
      found?.change ? <SavedChange count={found} /> : <span className="muted">–</span>,
    ),
    column('visibility', 'Seen by', (search) => <Visibility search={search} />),
  ]
}

function useDescription(isStaff: boolean): (search: CountedSearch) => string {
  const { data: choices } = useQuery(choicesQuery)
  const { data: signupChoices } = useQuery({ ...signupChoicesQuery, enabled: isStaff })
  return ({ list, query }) => {
    const [params, signup] = [paramsOf(query), signupParamsOf(query)]
    const parts =
      list === 'alumni_search'
        ? searchFilters.chipsOf(params, choices).map(({ label }) => label)
        : [
            signup.status && statusNames[signup.status as keyof typeof statusNames],
            ...signupFilters.chipsOf(signup, signupChoices).map(({ label }) => label),
          ]
    return [params.q && `“${params.q}”`, ...parts].filter(Boolean).join(' · ') || 'Everyone'
  }
}

function Visibility({ search: { by, is_shared } }: { search: CountedSearch }) {
  if (by) return `Shared by ${by}`
  return is_shared ? (
    <StateBadge icon={IconUsers} tone="plain">
      Colleagues too
    </StateBadge>
  ) : (
    <StateBadge icon={IconLock} tone="plain">
      Only you
    </StateBadge>
  )
}

function phoneLineOf(search: CountedSearch) {
  const { found } = search
  return (
    <Group component="span" gap="0 12px" fz={13}>
      {/* Reserves space for the count, which loads later. */}
      <Box component="strong" miw="5ch">
        {found && (found.count === null ? '–' : formatNumber(found.count))}
      </Box>
      <Visibility search={search} />
      {found && <SavedChange count={found} />}
    </Group>
  )
}
