import type { AlumnusWithoutDegree, WithoutDegreesQuery } from '@alumni/shared/alumni/reports'
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { PersonLink } from '../../domain/people/person-link.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { ReportPage } from './report-page.tsx'

const columns: Column<AlumnusWithoutDegree>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => <PersonLink buid={row.original.buid} name={row.original.name} /> },
  {
    id: 'contact',
    header: 'Contact ID',
    cell: ({ row }) =>
      row.original.contact_id ? <span style={{ whiteSpace: 'nowrap' }}>{row.original.contact_id}</span> : none,
  },
  {
    id: 'email',
    header: 'Primary e-mail',
    cell: ({ row }) =>
      row.original.primary_email ? (
        <span style={{ overflowWrap: 'anywhere' }}>
          <Breakable text={row.original.primary_email} />
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ row }) => [row.original.city, row.original.country].filter(Boolean).join(', ') || none,
  },
  {
    id: 'areas',
    header: 'Areas of study',
    meta: { isNumber: true },
    cell: ({ row }) => (row.original.areas_of_study > 0 ? count(row.original.areas_of_study) : none),
  },
  { id: 'since', header: 'On file since', cell: ({ row }) => <When at={row.original.created_at} /> },
]

/** People whose degree never came from the CRM. */
export function AlumniWithoutDegreesPage() {
  const navigate = useNavigate()
  return (
    <ReportPage
      name="alumni_without_degrees"
      title="Alumni without degrees"
      about="People on file who have no degree. Areas of study, such as a minor, are not degrees."
      noun={['person', 'people']}
      searchLabel="Search by name, BUID or e-mail"
      searchHint="Name, BUID or e-mail"
      rowsOf={({ alumni }) => alumni}
      columns={columns}
      rowKey={({ buid }) => buid}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      empty={({ q }: WithoutDegreesQuery) =>
        q
          ? { icon: IconSearchOff, title: 'Nobody matches', children: 'Try fewer letters.' }
          : {
              icon: IconCircleCheck,
              tone: 'good',
              title: 'Everyone has a degree',
              children: 'People without a degree appear here after a contacts import.',
            }
      }
    />
  )
}
