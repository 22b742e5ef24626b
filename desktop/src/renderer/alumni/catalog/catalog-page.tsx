import {
  catalogKey,
  type CatalogName,
  type CatalogPage as PageData,
  type CatalogQuery,
  type CatalogEntry,
} from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { Stack } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconList, IconListSearch, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage, type ListFilter } from '../../domain/session/list-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { EntryForm, type Opened } from './entry-form.tsx'
import { entryColumns } from './entry-columns.tsx'
import { blankEntry, lists } from './lists.ts'
import { UsesDialog } from './uses-dialog.tsx'
import { codeOf, collegesQuery, listQuery, useSave } from './queries.ts'

export const MajorsPage = () => <CatalogPage key="majors" list="majors" />
export const AffinitiesPage = () => <CatalogPage key="affinities" list="affinities" />
export const ActivityCodesPage = () => <CatalogPage key="activity_codes" list="activity_codes" />
export const CollegesPage = () => <CatalogPage key="colleges" list="colleges" />

/** One list of the vocabulary, and the dialogs in which it is edited. */
function CatalogPage({ list }: { list: CatalogName }) {
  const { title, about, noun, hint, nameOf } = lists[list]
  const [opened, setOpened] = useState<Opened | null>(null)
  const [asked, setAsked] = useState<CatalogEntry | null>(null)
  const colleges = useQuery({ ...collegesQuery, enabled: list === 'majors' }).data ?? []
  const toggle = useSave(list, {
    successNotice: (saved) => `${String(saved[nameOf])} is ${saved.active ? 'active' : 'inactive'}.`,
  })
  const add = (known: CatalogEntry = {}) => setOpened({ initial: { ...blankEntry(list), ...known }, seen: null })
  const edit = (entry: CatalogEntry) => setOpened({ initial: entry, seen: entry })
  const active: ListFilter<CatalogQuery> = {
    name: 'active',
    label: `Which ${noun[1]}`,
    anyLabel: 'All',
    options: activity,
  }
  return (
    <ListPage<PageData, CatalogEntry, CatalogQuery>
      title={title}
      about={about}
      buttons={() => (
        <Button icon={IconPlus} onClick={() => add()}>
          New {noun[0]}
        </Button>
      )}
      query={(search) => listQuery(list, search)}
      rowsOf={({ entries }) => entries}
      noun={noun}
      hint={hint}
      filters={(_, address) => [
        active,
        list === 'majors' && {
          name: 'college',
          label: 'College',
          anyLabel: 'All colleges',
          options: colleges,
          isSearchable: true,
        },
        list === 'affinities' && (
          <SelectFilter
            key="category"
            address={address}
            name="category"
            label="Category"
            anyLabel="All categories"
            options={affinityCategories}
          />
        ),
      ]}
      columns={entryColumns(list, (code) => colleges.find(({ value }) => value === code)?.label ?? code)}
      actions={[
        { label: () => 'Edit', icon: IconPencil, run: edit },
        ...[true, false].map((active) => ({
          label: () => (active ? 'Activate' : 'Deactivate'),
          icon: active ? IconCircleCheck : IconCircleOff,
          run: (seen: CatalogEntry) => toggle.mutate({ entry: { ...seen, active }, seen }),
          isPossible: (entry: CatalogEntry) => entry.active !== active,
        })),
        { label: () => 'See what uses it, or delete it…', icon: IconListSearch, run: setAsked },
      ]}
      rowKey={(entry) => codeOf(list, entry)}
      onOpen={edit}
      empty={{
        icon: IconList,
        title: `No ${noun[1]} yet`,
        children: `Begin with “New ${noun[0]}”. Imports warn about codes that a list does not know, once it has any.`,
      }}
    >
      {({ unlisted }) => (
        <>
          <UnlistedCodes unlisted={unlisted} onName={(code) => add({ [catalogKey[list]]: code })} />
          {opened && <EntryForm list={list} opened={opened} onClose={() => setOpened(null)} />}
          {asked && <UsesDialog list={list} entry={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </ListPage>
  )
}

const activity = [
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Inactive' },
]

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
