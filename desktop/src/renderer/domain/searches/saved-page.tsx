import type { SavedCount, SavedSearch, SearchableList } from '@alumni/shared/alumni/saved-searches'
import { Box, Group } from '@mantine/core'
import { IconBookmark, IconLock, IconMailForward, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parsePlainSearch } from '../../plain-search.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { hasRole } from '@alumni/shared/staff/accounts'
import { useWriteTo } from '../letters/write-to.tsx'
import { useSession } from '../session/session.ts'
import { ResourcePage } from '../session/resource-page.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { count } from '../../ui/words/numbers.ts'
import { NameModal, type Naming } from './name-modal.tsx'
import { useDeleteSaved, savedCountsQuery, savedSearchesQuery } from './saved-actions.ts'
import { SavedChange } from './saved-change.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { LinkButton } from '../../ui/button.tsx'

type SavedPageProps = {
  list: SearchableList
  /** The noun for rows: "alumni". */
  of: string
  describe: (query: string) => string
}

/** The searches of a list under a name: what each asks for, how many it finds, and who sees it. */
export function SavedPage({ list, of, describe }: SavedPageProps) {
  const saved = useQuery(savedSearchesQuery(list))
  const counts = useQuery({ ...savedCountsQuery(list), enabled: Boolean(saved.data?.searches.length) })
  return (
    <ResourcePage
      title="Saved searches"
      about={`Searches of ${of} saved under a name: yours and those that colleagues share.`}
      query={saved}
      blocks={4}
      height={44}
    >
      {({ searches }) =>
        searches.length > 0 ? (
          <Searches list={list} searches={searches} counts={counts.data?.counts} describe={describe} />
        ) : (
          <EmptyState
            icon={IconBookmark}
            title="No saved searches yet"
            actions={
              <LinkButton variant="default" to={`/${list}`}>
                Go to the search
              </LinkButton>
            }
          >
            Search, choose filters, and press “Saved”: “Save this search…” saves it under a name and shows its number
            each morning.
          </EmptyState>
        )
      }
    </ResourcePage>
  )
}

type SearchesProps = {
  list: SearchableList
  searches: SavedSearch[]
  counts: SavedCount[] | undefined
  describe: SavedPageProps['describe']
}

function Searches({ list, searches, counts, describe }: SearchesProps) {
  const navigate = useNavigate()
  const remove = useDeleteSaved(list)
  const write = useWriteTo()
  const isStaff = hasRole(useSession().user.role, 'staff')
  const [naming, setNaming] = useState<Naming | null>(null)
  const isOwn = ({ by }: SavedSearch) => by === null
  const actions: RowAction<SavedSearch>[] = [
    {
      key: 'w',
      label: ({ name }) => `Write to the people of “${name}”`,
      icon: IconMailForward,
      run: ({ query }) => write({ from: list === 'alumni_search' ? 'search' : 'champions', query }),
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
        columns={columns(list, counts, describe)}
        rows={searches}
        rowKey={({ id }) => String(id)}
        actions={actions}
        phoneLine={phoneLineOf(counts)}
        onOpen={({ query }) => void navigate({ to: `/${list}`, search: parsePlainSearch(query) })}
      />
      <NameModal list={list} naming={naming} searches={searches} onClose={() => setNaming(null)} />
    </>
  )
}

function columns(
  list: SearchableList,
  counts: SavedCount[] | undefined,
  describe: SavedPageProps['describe'],
): Column<SavedSearch>[] {
  const countOf = (id: number) => counts?.find((found) => found.id === id)
  return [
    column('name', 'Name', (original) => (
      <div className="lines">
        <PathLink path={`/${list}?${original.query}`} className="name">
          {original.name}
        </PathLink>
        <span className="fact">{describe(original.query)}</span>
      </div>
    )),
    column(
      'found',
      'Found today',
      (original) => {
        const found = countOf(original.id)
        return found && (found.count === null ? <span className="muted">not understood</span> : count(found.count))
      },
      { isNumber: true },
    ),
    column('change', 'Change', (original) => {
      const found = countOf(original.id)
      return found?.change ? <SavedChange of={found} /> : <span className="muted">–</span>
    }),
    column('visibility', 'Seen by', (original) => <Visibility search={original} />),
  ]
}

function Visibility({ search: { by, is_shared } }: { search: SavedSearch }) {
  if (by) return `Shared by ${by}`
  return is_shared ? (
    <StateWord icon={IconUsers} tone="plain">
      Colleagues too
    </StateWord>
  ) : (
    <StateWord icon={IconLock} tone="plain">
      Only you
    </StateWord>
  )
}

/** On phones: how many, how many more, and who sees it. */
function phoneLineOf(counts: SavedCount[] | undefined) {
  return (search: SavedSearch) => {
    const found = counts?.find(({ id }) => id === search.id)
    return (
      <Group component="span" gap="0 12px" fz={13}>
        {/* The numbers come later, and must not push the words to another line. */}
        <Box component="strong" miw="5ch">
          {found && (found.count === null ? '–' : count(found.count))}
        </Box>
        <Visibility search={search} />
        {found && <SavedChange of={found} />}
      </Group>
    )
  }
}
