import { withoutDegreesPage } from '@alumni/shared/alumni/reports'
import type { AlumnusWithoutDegree, WithoutDegreesPage, WithoutDegreesQuery } from '@alumni/shared/alumni/reports'
import { placeName } from '@alumni/shared/countries'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { ReportPage } from './report-page.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'

const columns: Column<AlumnusWithoutDegree>[] = [
  column('name', 'Name', (row) => <PersonLink buid={row.buid} name={row.name} />),
  column('contact', 'Contact ID', (row) =>
    row.contact_id ? <span style={{ whiteSpace: 'nowrap' }}>{row.contact_id}</span> : emptyCell,
  ),
  column('email', 'Primary e-mail', (row) =>
    row.primary_email ? (
      <span style={{ overflowWrap: 'anywhere' }}>
        <Breakable text={row.primary_email} />
      </span>
    ) : (
      emptyCell
    ),
  ),
  column('place', 'Lives in', (row) => placeName({ ...row, state: null }) || emptyCell),
  column('areas', 'Areas of study', { isNumber: true }, (row) => formatNumber(row.areas_of_study)),
  dateColumn('since', 'On file since', (row) => row.created_at),
]

export function AlumniWithoutDegreesPage() {
  const navigate = useNavigate()
  return (
    <ReportPage<WithoutDegreesPage, AlumnusWithoutDegree, WithoutDegreesQuery>
      name="alumni_without_degrees"
      reply={withoutDegreesPage}
      about="People on file who have no degree. Areas of study, such as a minor, are not degrees."
      searchedFields="name, BUID or e-mail"
      rowsOf={({ alumni }) => alumni}
      columns={columns}
      rowKey={({ buid }) => buid}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      empty={{
        icon: IconCircleCheck,
        tone: 'good',
        title: 'Everyone has a degree',
        children: 'People without a degree appear here after a contacts import.',
      }}
    />
  )
}
