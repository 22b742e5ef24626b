import { givingUrl, type GivingImport, type GivingPage } from '@alumni/shared/exchange/giving'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Section } from '../../ui/page/section.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { formatShortDay } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { ShortDate } from '../../ui/words/times.tsx'
import type { GivingSearch } from './queries.ts'
import { yearsWords } from './year-table.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const columns: Column<GivingImport>[] = [
  column('years', 'Replaced', (row) => (
    <span className="lines">
      <Link to={givingUrl} search={{ preview_id: row.id, page: 1 }} className="name">
        {yearsWords(row.years)}
      </Link>
      <span className="note">
        {formatShortDay(row.coverage_start)} to {formatShortDay(row.coverage_end)}
        {row.undone_by && ` · undone by ${row.undone_by}`}
      </span>
    </span>
  )),
  column('inserted', 'Imported', (row) => count(row.inserted), { isNumber: true }),
  column('deleted', 'Replaced gifts', (row) => count(row.deleted), { isNumber: true }),
  column('unmatched', 'Unmatched', (row) => count(row.unmatched), { isNumber: true }),
  column('when', 'When', (row) => (
    <span className="lines">
      <ShortDate date={row.imported_at} />
      <span className="note">by {row.imported_by}</span>
    </span>
  )),
]

export function History({ page, isStale }: { page: GivingPage; isStale: boolean }) {
  const navigate = useNavigate({ from: givingUrl })
  return (
    <Section title="Giving imports so far">
      <ResourceList
        address={useAddress<GivingSearch>()}
        page={page}
        noun={['import', 'imports']}
        caption="Giving imports"
        columns={columns}
        rows={page.imports}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => void navigate({ search: { preview_id: id, page: 1 } })}
        isStale={isStale}
        isFiltered={false}
        status={page.matching > 0 && countOf(page.matching, ['import', 'imports'])}
        empty={{
          icon: IconHistory,
          title: 'No giving imports yet',
          children: 'Each import is listed here with its person, days, fiscal years and number of gifts.',
        }}
      />
    </Section>
  )
}
