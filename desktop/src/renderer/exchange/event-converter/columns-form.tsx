import type { Role } from '@alumni/shared/exchange/column-roles'
import { isMoney, type Columns } from '@alumni/shared/exchange/event-exports'
import { Box, Button, Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import type { ColumnsNeeded, Remembered } from '../../../converter/read-attendees.ts'
import { Alert } from '../../ui/alert.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import classes from './columns-form.module.css'

const fields: [role: Role, label: string, description?: string][] = [
  ['email', 'E-mail address'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['name', 'Full name', 'If it is in one column'],
  ['status', 'Attendance', 'Without it, everyone in the file attended'],
  ['personRole', 'Role at the event', 'Hosts and staff do not count'],
  ['eventDate', 'Day of the event', 'Not the registration date'],
  ['eventName', 'Name of the event'],
]

type ColumnsFormProps = {
  needed: ColumnsNeeded
  onChoose: (columns: Remembered) => void
  onHeaderLine: (line: number) => void
}

/** Asks once which column is which, for an unknown header. */
export function ColumnsForm({ needed, onChoose, onHeaderLine }: ColumnsFormProps) {
  const { lines, headerLine, header, guess, hidden, hasAddresses } = needed
  const [columns, setColumns] = useState<Columns>(guess)
  const [isAsked, setAsked] = useState(false)
  const choices = header.flatMap((name, index) =>
    isMoney(name) ? [] : [{ value: String(index), label: name || `Column ${index + 1}` }],
  )
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (columns.email !== undefined) onChoose(columns)
      }}
    >
      <h2>Which column is which?</h2>
      {!hasAddresses && (
        <Alert tone="warn" title="No e-mail addresses">
          The first lines have none, and attendees are matched by address. To find people by name, use{' '}
          <PathLink path="/tools/batch_search">batch search</PathLink>.
        </Alert>
      )}
      <p className="muted">Your choices are remembered for the next file with these columns.</p>
      <Select
        label="Line with the column names"
        allowDeselect={false}
        data={[
          ...lines.map(({ line, cells }) => ({ value: String(line), label: `Line ${line}: ${cells.join(', ')}` })),
          { value: '0', label: 'None: every line is a person' },
        ]}
        value={String(headerLine)}
        onChange={(line) => line !== null && onHeaderLine(Number(line))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} verticalSpacing={12} style={{ alignItems: 'start' }}>
        {fields.map(([role, label, description]) => (
          <Select
            key={role}
            label={label}
            description={description}
            required={role === 'email'}
            clearable={role !== 'email'}
            placeholder="None"
            data={choices}
            value={columns[role] === undefined ? null : String(columns[role])}
            error={
              role === 'email' && isAsked && columns.email === undefined && 'Choose the column with e-mail addresses.'
            }
            onChange={(value) => setColumns((before) => chosen(before, role, value))}
          />
        ))}
      </SimpleGrid>
      <FirstRows needed={needed} taken={new Set(Object.values(columns))} />
      {hidden > 0 && <p className="muted">{countOf(hidden, ['column', 'columns'])} with dollar amounts left out.</p>}
      <div>
        <Button type="submit">Read the file</Button>
      </div>
    </form>
  )
}

/** Shows the first rows of the file; the columns that are used are bold. */
function FirstRows({ needed: { header, preview }, taken }: { needed: ColumnsNeeded; taken: ReadonlySet<number> }) {
  return (
    <Box
      bd="1px solid var(--line)"
      bdrs={8}
      style={{ overflowX: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="First rows of the file"
    >
      <table className={classes.preview}>
        <thead>
          <tr>
            {header.map(
              (name, index) =>
                isMoney(name) || (
                  <th key={index} scope="col" data-taken={taken.has(index) || undefined}>
                    {name || `Column ${index + 1}`}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {preview.map((cells, row) => (
            <tr key={row}>
              {cells.map(
                (cell, index) =>
                  isMoney(header[index]!) || (
                    <td key={index} data-taken={taken.has(index) || undefined}>
                      {cell}
                    </td>
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function chosen(before: Columns, role: Role, value: string | null): Columns {
  const { [role]: _, ...others } = before
  return value === null ? others : { ...others, [role]: Number(value) }
}
