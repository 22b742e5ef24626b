import { serviceActor, type AuditPage, type AuditQuery } from '@alumni/shared/staff/audit-log'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Filters } from '../../ui/table/resource-list.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { formatAction } from './audit-text.ts'

type AuditFiltersProps = {
  page: AuditPage
  search: AuditQuery
  onFilter: (to: Partial<AuditQuery>) => void
  children: ReactNode
}

export function AuditFilters({ page, search, onFilter, children }: AuditFiltersProps) {
  const people = [
    { value: String(serviceActor), label: 'The service' },
    ...page.people.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const dateField = (name: 'from' | 'to', label: string) => (
    <TextInput
      key={label}
      type="date"
      flex="1 1 160px"
      aria-label={label}
      leftSection={<span className="note">{label}</span>}
      leftSectionWidth={44}
      value={search[name] ?? ''}
      onChange={(event) => onFilter({ [name]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <Group role="search" gap={8} mb={8} aria-label="Filters of the audit log">
      <SearchField
        label="Search by name, BUID, value or any word"
        hint="Any word: name, BUID, value"
        value={search.q ?? ''}
        onFind={(q) => onFilter({ q: q || undefined })}
        flex="1 1 180px"
      />
      <Filters isOpen={(search.who ?? search.action ?? search.from ?? search.to) !== undefined}>
        <Select
          key="who"
          aria-label="Who"
          placeholder="Everyone"
          data={people}
          value={search.who === undefined ? null : String(search.who)}
          onChange={(id) => onFilter({ who: id === null ? undefined : Number(id) })}
          searchable
          clearable
          flex="1 1 130px"
        />
        <Select
          key="action"
          aria-label="Action"
          placeholder="Any action"
          data={page.actions.map((value) => ({ value, label: formatAction(value) }))}
          value={search.action ?? null}
          onChange={(action) => onFilter({ action: action ?? undefined })}
          searchable
          clearable
          flex="1 1 130px"
        />
        {dateField('from', 'From')}
        {dateField('to', 'To')}
      </Filters>
      {search.subject && (
        <Button
          variant="default"
          size="compact-md"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => onFilter({ subject: undefined })}
          aria-label={`Show all subjects, not only ${search.subject}`}
        >
          Only {search.subject}
        </Button>
      )}
      {children}
    </Group>
  )
}
