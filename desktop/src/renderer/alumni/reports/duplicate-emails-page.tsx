import { emailFields } from '@alumni/shared/alumni/fields'
import { fieldLabel } from '@alumni/shared/alumni/record'
import {
  duplicateEmailsPage,
  type DuplicateEmail,
  type DuplicateEmailsPage as PageData,
  type DuplicateEmailsQuery,
} from '@alumni/shared/alumni/reports'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { NameLink } from '../../domain/people/person-link.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { ReportPage } from './report-page.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const columns: Column<DuplicateEmail>[] = [
  column('email', 'Address', { width: 320 }, (row) => (
    <strong className="name">
      <Breakable text={row.email} />
    </strong>
  )),
  column('people', 'Who has it, and where', (row) => (
    <ul className="list lines">
      {row.people.map(({ buid, name, columns: fields, deceased }) => (
        <li key={buid}>
          <NameLink name={name || buid} buid={buid} />{' '}
          <span className="fact">
            {fields.map(fieldLabel).join(', ')}
            {deceased && ' · deceased'}
          </span>
        </li>
      ))}
      {row.count > row.people.length && (
        <li className="fact">and {formatNumber(row.count - row.people.length)} more; the file has them all</li>
      )}
    </ul>
  )),
  column('count', 'People', { isNumber: true, width: 90 }, (row) => formatNumber(row.count)),
]

const nameOptions = [
  { value: 'same', label: 'Same last name' },
  { value: 'different', label: 'Different names' },
]

export function DuplicateEmailsPage() {
  const navigate = useNavigate()
  return (
    <ReportPage<PageData, DuplicateEmail, DuplicateEmailsQuery>
      name="duplicate_emails"
      reply={duplicateEmailsPage}
      about="Addresses that several alumni have, in any of their five e-mail fields, in capital or small letters. A couple may share one; the same last name twice is often one person twice. A letter to such an address reaches only one reader."
      fileNoun={['person', 'people']}
      searchedFields="address, name or BUID"
      filters={(_, address) => [
        { name: 'names', label: 'Whose addresses', anyLabel: 'All', options: nameOptions },
        <SelectFilter
          key="column"
          address={address}
          name="column"
          label="Column"
          anyLabel="In any column"
          options={emailFields.map((value) => ({ value, label: fieldLabel(value) }))}
        />,
      ]}
      rowsOf={({ emails }) => emails}
      columns={columns}
      rowKey={({ email }) => email}
      onOpen={({ email }) => void navigate({ to: '/alumni_search', search: { q: email } })}
      empty={{
        icon: IconCircleCheck,
        tone: 'good',
        title: 'Every address belongs to one person',
        children: 'An address that two people share appears here right away.',
      }}
    />
  )
}
