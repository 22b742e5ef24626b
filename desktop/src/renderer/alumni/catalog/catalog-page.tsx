import {
  catalogKey,
  type CatalogName,
  type CatalogPage as PageData,
  type CatalogQuery,
  type Entry,
} from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { Stack } from '@mantine/core'
import { IconList, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { SegmentFilter, SelectFilter } from '../../ui/table/filters.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { EntryForm, type Opened } from './entry-form.tsx'
import { DeleteModal, UsesModal } from './entry-modals.tsx'
import { entryColumns } from './entry-columns.tsx'
import { blankEntry, lists } from './lists.ts'
import { codeOf, collegesQuery, listQuery, useSave } from './queries.ts'
import { Button } from '../../ui/button.tsx'

export const MajorsPage = () => <CatalogPage key="majors" list="majors" />
export const AffinitiesPage = () => <CatalogPage key="affinities" list="affinities" />
export const ActivityCodesPage = () => <CatalogPage key="activity_codes" list="activity_codes" />
export const CollegesPage = () => <CatalogPage key="colleges" list="colleges" />

/** One list of the vocabulary, and the dialogs in which it is edited. */
function CatalogPage({ list }: { list: CatalogName }) {
  const address = useAddress<CatalogQuery>()
  const query = useQuery(listQuery(list, address.search))
  const [opened, setOpened] = useState<Opened | null>(null)
  const { title, about, noun } = lists[list]
  const add = (known: Entry = {}) => setOpened({ initial: { ...blankEntry(list), ...known }, seen: null })
  return (
    <ResourcePage
      title={title}
      about={about}
      actions={
        <Button icon={IconPlus} onClick={() => add()}>
          Add {noun[0]}
        </Button>
      }
      query={query}
      blocks={8}
      height={36}
    >
      {(page) => (
        <>
          <UnlistedCodes unlisted={page.unlisted} onName={(code) => add({ [catalogKey[list]]: code })} />
          <Entries
            list={list}
            page={page}
            address={address}
            isStale={query.isPlaceholderData}
            onEdit={(entry) => setOpened({ initial: entry, seen: entry })}
          />
          {opened && <EntryForm list={list} opened={opened} onClose={() => setOpened(null)} />}
        </>
      )}
    </ResourcePage>
  )
}

/** Codes that engagements use and that have no name, each with the way to give it one. */
function UnlistedCodes({ unlisted, onName }: Pick<PageData, 'unlisted'> & { onName: (code: string) => void }) {
  if (unlisted.length === 0) return null
  return (
    <Stack component="section" gap={8} mb={16} aria-label="Codes without a name">
      {unlisted.map(({ code, uses }) => (
        <Alert
          key={code}
          tone="warn"
          actions={
            <Button variant="default" size="compact-sm" aria-label={`Give ${code} a name`} onClick={() => onName(code)}>
              Give it a name
            </Button>
          }
        >
          {countOf(uses, ['engagement uses', 'engagements use'])} the code <code>{code}</code>, which has no name yet.
        </Alert>
      ))}
    </Stack>
  )
}

type EntriesProps = {
  list: CatalogName
  page: PageData
  address: Address<CatalogQuery>
  isStale: boolean
  onEdit: (entry: Entry) => void
}

function Entries({ list, page, address, isStale, onEdit }: EntriesProps) {
  const { title, noun, hint, nameOf } = lists[list]
  const [asked, setAsked] = useState<{ about: 'uses' | 'deletion'; entry: Entry } | null>(null)
  const colleges = useQuery({ ...collegesQuery, enabled: list === 'majors' }).data ?? []
  const toggle = useSave(list, {
    done: (saved) => `${String(saved[nameOf])} is ${saved.active ? 'active' : 'inactive'}.`,
  })
  const Asked = asked?.about === 'uses' ? UsesModal : DeleteModal
  return (
    <>
      <ResourceList
        address={address}
        page={page}
        searchLabel={`Search ${title.toLowerCase()}`}
        searchHint={hint}
        filters={<Filters list={list} address={address} colleges={colleges} />}
        noun={noun}
        caption={title}
        columns={entryColumns(list, {
          collegeName: (code) => colleges.find(({ value }) => value === code)?.label ?? code,
          onUses: (entry) => setAsked({ about: 'uses', entry }),
          onEdit,
          onToggle: (seen) => toggle.mutate({ entry: { ...seen, active: !seen.active }, seen }),
          onDelete: (entry) => setAsked({ about: 'deletion', entry }),
        })}
        rows={page.entries}
        rowKey={(entry) => codeOf(list, entry)}
        onOpen={onEdit}
        isStale={isStale}
        empty={{
          icon: IconList,
          title: `No ${noun[1]} yet`,
          children: `Add the first ${noun[0]}. Imports warn about codes that a list does not know, once it has any.`,
        }}
      />
      {asked && <Asked list={list} entry={asked.entry} onClose={() => setAsked(null)} />}
    </>
  )
}

type FiltersProps = Pick<EntriesProps, 'list' | 'address'> & { colleges: { value: string; label: string }[] }

function Filters({ list, address, colleges }: FiltersProps) {
  const activity = [
    { value: 'yes', label: 'Active' },
    { value: 'no', label: 'Inactive' },
  ]
  return (
    <>
      <SegmentFilter
        address={address}
        name="active"
        label={`Which ${lists[list].noun[1]}`}
        any="All"
        options={activity}
      />
      {list === 'majors' && (
        <SelectFilter
          address={address}
          name="college"
          label="College"
          any="All colleges"
          options={colleges}
          isSearchable
        />
      )}
      {list === 'affinities' && (
        <SelectFilter
          address={address}
          name="category"
          label="Category"
          any="All categories"
          options={affinityCategories}
        />
      )}
    </>
  )
}
