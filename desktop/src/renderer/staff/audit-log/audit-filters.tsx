import { byService, type AuditPage, type AuditQuery } from '@alumni/shared/staff/audit-log'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { SearchField } from '../../ui/form/search-field.tsx'
import { actionWords } from './audit-sentence.ts'

type AuditFiltersProps = { page: AuditPage; search: AuditQuery; onFilter: (to: Partial<AuditQuery>) => void }

/** Narrows the log by words, person, action and day. */
export function AuditFilters({ page, search, onFilter }: AuditFiltersProps) {
  const people = [
    { value: String(byService), label: 'The service' },
    ...page.people.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Group role="search" align="flex-end" gap="8px 12px" mb={12} aria-label="Filters of the audit log">
      <SearchField
        what="Search by name, BUID, value or any word"
        hint="Any word: name, BUID, value"
        value={search.q ?? ''}
        onFind={(q) => onFilter({ q: q || undefined })}
        flex="2 1 220px"
      />
      <Select
        label="Who"
        placeholder="Everyone"
        data={people}
        value={search.who === undefined ? null : String(search.who)}
        onChange={(who) => onFilter({ who: who === null ? undefined : Number(who) })}
        searchable
        clearable
        flex="1 1 150px"
      />
      <Select
        label="Action"
        placeholder="Any"
        data={page.actions.map((value) => ({ value, label: actionWords(value) }))}
        value={search.action ?? null}
        onChange={(action) => onFilter({ action: action ?? undefined })}
        searchable
        clearable
        flex="1 1 150px"
      />
      <TextInput
        type="date"
        flex="1 1 130px"
        label="From"
        value={search.from ?? ''}
        onChange={(event) => onFilter({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        flex="1 1 130px"
        label="To"
        value={search.to ?? ''}
        onChange={(event) => onFilter({ to: event.currentTarget.value || undefined })}
      />
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
    </Group>
  )
}
