import {
  catalogKey,
  type CatalogName,
  type CatalogPage as PageData,
  type CatalogQuery,
  type Entry,
} from '@alumni/shared/alumni/catalog'
import { Button } from '@mantine/core'
import { IconList, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { DeleteModal } from './delete-modal.tsx'
import { sayDone, useSave } from './actions.ts'
import { EntryModal, type Opened } from './entry-form.tsx'
import { EntryTable } from './entry-table.tsx'
import { Filters } from './filters.tsx'
import { blankEntry, lists } from './lists.ts'
import { collegesQuery, listQuery } from './queries.ts'
import { UsesModal } from './uses-modal.tsx'
import { UnlistedCodes } from './unlisted-codes.tsx'

/** One list of the vocabulary, and the dialogs in which it is kept. */
export function CatalogPage({ list }: { list: CatalogName }) {
  const search: CatalogQuery = useSearch({ from: `/shell/settings/${list}` })
  const query = useQuery(listQuery(list, search))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [doomed, setDoomed] = useState<Entry | null>(null)
  const { title, about, noun } = lists[list]
  const add = (known: Entry = {}) => setOpened({ begin: { ...blankEntry(list), ...known }, seen: null })

  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title={title}
      about={about}
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => add()}>
          Add {noun[0]}
        </Button>
      }
    >
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={36} />}
      {query.data && (
        <UnlistedCodes unlisted={query.data.unlisted} onName={(code) => add({ [catalogKey[list]]: code })} />
      )}
      {query.data && (
        <Entries
          list={list}
          page={query.data}
          search={search}
          isStale={query.isPlaceholderData}
          onUses={setAsked}
          onEdit={(entry) => setOpened({ begin: entry, seen: entry })}
          onDelete={setDoomed}
        />
      )}
      <EntryModal list={list} opened={opened} onClose={() => setOpened(null)} />
      <UsesModal list={list} entry={asked} onClose={() => setAsked(null)} />
      <DeleteModal list={list} entry={doomed} onClose={() => setDoomed(null)} />
    </Page>
  )
}

type EntriesProps = {
  list: CatalogName
  page: PageData
  search: CatalogQuery
  isStale: boolean
  onUses: (entry: Entry) => void
  onEdit: (entry: Entry) => void
  onDelete: (entry: Entry) => void
}

function Entries({ list, page, search, isStale, onUses, onEdit, onDelete }: EntriesProps) {
  const { title, noun, hint, nameOf } = lists[list]
  const navigate = useNavigate()
  const go = (to: Partial<CatalogQuery>) =>
    void navigate({
      to: `/settings/${list}`,
      search: { ...search, page: 1, ...to },
      replace: to.page === undefined,
      resetScroll: false,
    })
  const colleges = useQuery({ ...collegesQuery, enabled: list === 'majors' })
  const toggle = useSave(list)
  const isFiltered = page.matching !== page.total || Boolean(search.q)
  return (
    <PagedList
      page={page}
      onPage={(to) => go({ page: to })}
      search={{ label: `Search ${title.toLowerCase()}`, hint, q: search.q, onFind: (q) => go({ q }) }}
      bar={
        <>
          <Filters list={list} search={search} onChange={go} />
          <span className="muted" role="status">
            {isFiltered ? `${count(page.matching)} of ${countOf(page.total, noun)}` : countOf(page.total, noun)}
          </span>
        </>
      }
    >
      {page.entries.length > 0 ? (
        <EntryTable
          list={list}
          entries={page.entries}
          collegeName={(code) => colleges.data?.find(({ value }) => value === code)?.label ?? code}
          isStale={isStale}
          onUses={onUses}
          onEdit={onEdit}
          onDelete={onDelete}
          onToggle={(seen) =>
            toggle.mutate(
              { entry: { ...seen, active: !seen.active }, seen },
              {
                onSuccess: (saved) => sayDone(`${String(saved[nameOf])} is ${saved.active ? 'active' : 'inactive'}.`),
                onError: sayRefusal,
              },
            )
          }
        />
      ) : (
        <EmptyState
          icon={isFiltered ? IconSearchOff : IconList}
          title={isFiltered ? `No ${noun[0]} matches` : `No ${noun[1]} yet`}
        >
          {isFiltered
            ? 'Try fewer letters, or another filter.'
            : `Add the first ${noun[0]}. Imports warn about codes that a list does not know, once it has any.`}
        </EmptyState>
      )}
    </PagedList>
  )
}
