import type { CatalogName, Entry } from '@alumni/shared/alumni/catalog'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconListSearch, IconPencil, IconTrash, type Icon } from '@tabler/icons-react'
import { StateWord } from '../../ui/state-word.tsx'
import { lists } from './lists.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

type EntryActions = {
  onUses: (entry: Entry) => void
  onEdit: (entry: Entry) => void
  onDelete: (entry: Entry) => void
  onToggle: (entry: Entry) => void
}
type Names = { collegeName: (code: string) => string }

/** The members of an entry, and what can be done to it. */
export function entryColumns(list: CatalogName, { collegeName, ...actions }: EntryActions & Names): Column<Entry>[] {
  return [
    ...memberColumns(list, collegeName),
    column('actions', 'Actions', (row) => <Actions list={list} entry={row} {...actions} />, { width: 156 }),
  ]
}

type ActionsProps = EntryActions & { list: CatalogName; entry: Entry }

function Actions({ list, entry, onUses, onEdit, onDelete, onToggle }: ActionsProps) {
  const name = String(entry[lists[list].nameOf])
  return (
    <Group component="span" gap={2} wrap="nowrap" my={-3}>
      <Action icon={IconListSearch} label={`What uses ${name}`} onClick={() => onUses(entry)} />
      <Action icon={IconPencil} label={`Edit ${name}`} onClick={() => onEdit(entry)} />
      <Action
        icon={entry.active ? IconCircleOff : IconCircleCheck}
        label={`${entry.active ? 'Deactivate' : 'Activate'} ${name}`}
        onClick={() => onToggle(entry)}
      />
      <Action icon={IconTrash} label={`Delete ${name}`} onClick={() => onDelete(entry)} />
    </Group>
  )
}

function Action({ icon: Picture, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={onClick}>
        <Picture size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function memberColumns(list: CatalogName, collegeName: (code: string) => string): Column<Entry>[] {
  const text = (name: string, header: string, width: number) =>
    column<Entry>(name, header, (row) => String(row[name]), { width })
  const code = (name: string, width = 220): Column<Entry> =>
    column(name, 'Code', (row) => <code className="fact">{String(row[name])}</code>, { width })
  const named = (name: string): Column<Entry> =>
    column(name, 'Name', (row) => <strong className="name">{String(row[name])}</strong>, { width: 240 })
  const state: Column<Entry> = column('active', 'State', (row) => <State isActive={row.active === true} />, {
    width: 110,
  })
  switch (list) {
    case 'majors':
      return [
        named('major_desc'),
        code('major_code', 110),
        column('dept', 'Department', (row) => (
          <>
            {String(row.dept_desc)} <span className="muted">{String(row.dept)}</span>
          </>
        )),
        column('college', 'College', (row) => collegeName(String(row.college_code))),
        state,
      ]
    case 'affinities':
      return [named('name'), code('affinity_code'), text('category', 'Category', 240), state]
    case 'activity_codes':
    case 'colleges':
      return [named('name'), code('code'), state]
  }
}

function State({ isActive }: { isActive: boolean }) {
  return (
    <StateWord icon={isActive ? IconCircleCheck : IconCircleOff} tone={isActive ? 'good' : 'plain'}>
      {isActive ? 'Active' : 'Inactive'}
    </StateWord>
  )
}
