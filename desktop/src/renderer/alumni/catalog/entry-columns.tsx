import type { CatalogName, CatalogEntry } from '@alumni/shared/alumni/catalog'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { StateWord } from '../../ui/state-word.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

/** The members of an entry. */
export function entryColumns(list: CatalogName, collegeName: (code: string) => string): Column<CatalogEntry>[] {
  const text = (name: string, header: string, width: number) =>
    column<CatalogEntry>(name, header, (row) => String(row[name]), { width })
  const code = (name: string, width = 220): Column<CatalogEntry> =>
    column(name, 'Code', (row) => <code className="fact">{String(row[name])}</code>, { width })
  const named = (name: string): Column<CatalogEntry> =>
    column(name, 'Name', (row) => <strong className="name">{String(row[name])}</strong>, { width: 240 })
  const state: Column<CatalogEntry> = column('active', 'State', (row) => <State isActive={row.active === true} />, {
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
