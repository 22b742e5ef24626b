import { emailFields } from '@alumni/shared/alumni/fields'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { DuplicateEmail, DuplicateEmailsQuery } from '@alumni/shared/alumni/reports'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { SegmentFilter, SelectFilter } from '../../ui/table/filters.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { count } from '../../ui/words/numbers.ts'
import { People, ReportPage } from './report-page.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import type { Address } from '../../ui/use-address.ts'

const columns: Column<DuplicateEmail>[] = [
  column(
    'email',
    'Address',
    (row) => (
      <strong className="name">
        <Breakable text={row.email} />
      </strong>
    ),
    { width: 320 },
  ),
  column('people', 'Who has it, and where', (row) => (
    <People
      people={row.people.map(({ columns: where, deceased, ...person }) => ({
        ...person,
        note: [where.map(fieldLabel).join(', '), deceased && 'deceased'].filter(Boolean).join(' · '),
      }))}
      total={row.count}
    />
  )),
  column('count', 'People', (row) => count(row.count), { isNumber: true, width: 90 }),
]

/** The same e-mail address on several alumni. */
export function DuplicateEmailsPage() {
  const navigate = useNavigate()
  return (
    <ReportPage
      name="duplicate_emails"
      about="Addresses that several alumni have, in any of their five e-mail fields, in capital or small letters. A couple may share one; the same last name twice is often one person twice. A letter to such an address reaches only one reader."
      fileNoun={['person', 'people']}
      searchLabel="Search by address, name or BUID"
      searchHint="Address, name or BUID"
      renderFilters={(_, address: Address<DuplicateEmailsQuery>) => (
        <>
          <SegmentFilter
            address={address}
            name="names"
            label="Whose addresses"
            any="All"
            options={[
              { value: 'same', label: 'Same last name' },
              { value: 'different', label: 'Different names' },
            ]}
          />
          <SelectFilter
            address={address}
            name="column"
            label="Column"
            any="In any column"
            options={emailFields.map((value) => ({ value, label: fieldLabel(value) }))}
          />
        </>
      )}
      rowsOf={({ emails }) => emails}
      columns={columns}
      rowKey={({ email }) => email}
      onOpen={({ email }) => void navigate({ to: '/alumni_search', search: { q: email } })}
      empty={() => ({
        icon: IconCircleCheck,
        tone: 'good',
        title: 'Every address belongs to one person',
        children: 'An address that two people share appears here right away.',
      })}
    />
  )
}
