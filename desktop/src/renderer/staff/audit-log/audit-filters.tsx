import { byService, type AuditPage, type AuditQuery } from '@alumni/shared/staff/audit-log'
import { Button, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { SearchField } from '../../ui/form/search-field.tsx'
import { actionWords } from './action-words.ts'
import classes from './audit-log.module.css'

type AuditFiltersProps = { page: AuditPage; search: AuditQuery; onFilter: (to: Partial<AuditQuery>) => void }

/** Narrows the log by words, person, action and day. */
export function AuditFilters({ page, search, onFilter }: AuditFiltersProps) {
  const people = [
    { value: String(byService), label: 'The service' },
    ...page.people.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div className={classes.filters} role="search" aria-label="Filters of the audit log">
      <SearchField
        what="Search by name, BUID, value or any word"
        hint="Any word: name, BUID, value"
        value={search.q ?? ''}
        onFind={(q) => onFilter({ q: q || undefined })}
      />
      <Select
        label="Who"
        placeholder="Everyone"
        data={people}
        value={search.who === undefined ? null : String(search.who)}
        onChange={(who) => onFilter({ who: who === null ? undefined : Number(who) })}
        searchable
        clearable
      />
      <Select
        label="Action"
        placeholder="Any"
        data={page.actions.map((value) => ({ value, label: actionWords(value) }))}
        value={search.action ?? null}
        onChange={(action) => onFilter({ action: action ?? undefined })}
        searchable
        clearable
      />
      <TextInput
        type="date"
        label="From"
        value={search.from ?? ''}
        onChange={(event) => onFilter({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
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
          className={classes.subject}
          aria-label={`Show all subjects, not only ${search.subject}`}
        >
          Only {search.subject}
        </Button>
      )}
    </div>
  )
}
