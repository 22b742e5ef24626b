import { catalogKey } from '@alumni/shared/alumni/catalog'
import type { CatalogName, CatalogPage as PageData, CatalogQuery, CatalogEntry } from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { Stack, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconList, IconListSearch, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage, type ListFilter } from '../../domain/session/list-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { EntryForm, type OpenedEntry } from './entry-form.tsx'
import { buildBlankEntry, catalogLists } from './lists.ts'
import { codeOf, collegesQuery, catalogPageQuery, useSaveEntry, useDeleteEntry, entryUsesQuery } from './queries.ts'
import { Link } from '@tanstack/react-router'
import { Dialog } from '../../ui/form/dialog.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export const MajorsPage = () => <CatalogPage key="majors" list="majors" />
export const AffinitiesPage = () => <CatalogPage key="affinities" list="affinities" />
export const ActivityCodesPage = () => <CatalogPage key="activity_codes" list="activity_codes" />
export const CollegesPage = () => <CatalogPage key="colleges" list="colleges" />

function CatalogPage({ list }: { list: CatalogName }) {
  const { title, about, noun, searchedFields, nameOf } = catalogLists[list]
  const [openedEntry, setOpenedEntry] = useState<OpenedEntry | null>(null)
  const [inspectedEntry, setInspectedEntry] = useState<CatalogEntry | null>(null)
  const colleges = useQuery({ ...collegesQuery, enabled: list === 'majors' }).data ?? []
  const toggle = useSaveEntry(list, {
    successNotice: (saved) => `${String(saved[nameOf])} is ${saved.active ? 'active' : 'inactive'}.`,
  })
  const add = (values: CatalogEntry = {}) =>
    setOpenedEntry({ initial: { ...buildBlankEntry(list), ...values }, original: null })
  const edit = (entry: CatalogEntry) => setOpenedEntry({ initial: entry, original: entry })
  const active: ListFilter<CatalogQuery> = {
    name: 'active',
    label: `Which ${noun[1]}`,
    anyLabel: 'All',
    options: activeOptions,
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
      query={(search) => catalogPageQuery(list, search)}
      rowsOf={({ entries }) => entries}
      noun={noun}
      searchedFields={searchedFields}
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
          run: (entry: CatalogEntry) => toggle.mutate({ entry: { ...entry, active }, original: entry }),
          isPossible: (entry: CatalogEntry) => entry.active !== active,
        })),
        { label: () => 'See what uses it, or delete it…', icon: IconListSearch, run: setInspectedEntry },
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
          <UnlistedCodeAlerts unlisted={unlisted} onName={(code) => add({ [catalogKey[list]]: code })} />
          {openedEntry && <EntryForm list={list} openedEntry={openedEntry} onClose={() => setOpenedEntry(null)} />}
          {inspectedEntry && <UsesDialog list={list} entry={inspectedEntry} onClose={() => setInspectedEntry(null)} />}
        </>
      )}
    </ListPage>
  )
}

const activeOptions = [
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Inactive' },
]

function UnlistedCodeAlerts({ unlisted, onName }: Pick<PageData, 'unlisted'> & { onName: (code: string) => void }) {
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
          {formatCount(uses, ['engagement uses', 'engagements use'])} the code <code>{code}</code>, which has no name
          yet.
        </Alert>
      ))}
    </Stack>
  )
}

/** Lists the records that use an entry or, if there are none, asks whether to delete the entry. */
function UsesDialog({ list, entry, onClose }: { list: CatalogName; entry: CatalogEntry; onClose: () => void }) {
  const { data, error } = useQuery(entryUsesQuery(list, entry))
  const name = String(entry[catalogLists[list].nameOf])
  const remove = useDeleteEntry(list, `${name} is deleted.`)
  const isUsed = data?.uses !== 0
  return (
    <Dialog
      title={isUsed ? `What uses ${name}` : `Delete ${name}?`}
      onClose={onClose}
      error={error}
      submit={isUsed ? undefined : 'Delete it'}
      isDangerous
      isPending={remove.isPending}
      onSubmit={() => remove.mutate(entry, { onSettled: onClose })}
    >
      {!data && !error && <Skeleton height={44} />}
      {data?.uses === 0 && <p>{data.message} It can be added again at any time.</p>}
      {data && isUsed && (
        <>
          <p>{data.message}</p>
          <ul>
            {data.records.map(({ what, page }) => (
              <li key={what}>{page ? <Link to={page}>{what}</Link> : what}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function entryColumns(list: CatalogName, collegeName: (code: string) => string): Column<CatalogEntry>[] {
  const codeColumn = (name: string, width = 220): Column<CatalogEntry> =>
    column(name, 'Code', { width }, (row) => <code className="fact">{String(row[name])}</code>)
  const nameColumn = (name: string): Column<CatalogEntry> =>
    column(name, 'Name', { width: 240 }, (row) => <strong className="name">{String(row[name])}</strong>)
  const state = column<CatalogEntry>('active', 'State', { width: 110 }, (row) => <ActiveState entry={row} />)
  switch (list) {
    case 'majors':
      return [
        nameColumn('major_desc'),
        codeColumn('major_code', 110),
        column('dept', 'Department', (row) => (
          <>
            {String(row.dept_desc)} <span className="muted">{String(row.dept)}</span>
          </>
        )),
        column('college', 'College', (row) => collegeName(String(row.college_code))),
        state,
      ]
    case 'affinities':
      return [
        nameColumn('name'),
        codeColumn('affinity_code'),
        column('category', 'Category', { width: 240 }, (row) => String(row.category)),
        state,
      ]
    case 'activity_codes':
    case 'colleges':
      return [nameColumn('name'), codeColumn('code'), state]
  }
}

function ActiveState({ entry: { active } }: { entry: CatalogEntry }) {
  return (
    <StateBadge icon={active ? IconCircleCheck : IconCircleOff} tone={active ? 'good' : 'plain'}>
      {active ? 'Active' : 'Inactive'}
    </StateBadge>
  )
}
