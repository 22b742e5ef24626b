import type { ColumnRole } from '@alumni/shared/exchange/column-roles'
import { isMoney, type Columns } from '@alumni/shared/exchange/event-exports'
import { Button, Select, SimpleGrid, Table } from '@mantine/core'
import { useState } from 'react'
import type { ColumnsNeeded, ColumnChoice } from '../../../converter/read-attendees.ts'
import { Alert } from '../../ui/alert.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { formatCount } from '../../ui/format/numbers.ts'

const fields: [role: ColumnRole, label: string, description?: string][] = [
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
  onChoose: (columns: ColumnChoice) => void
  onHeaderLine: (line: number) => void
}

export function ColumnsForm({ needed, onChoose, onHeaderLine }: ColumnsFormProps) {
  const { lines, headerLine, header, guess, hidden, hasAddresses, preview } = needed
  const [columns, setColumns] = useState<Columns>(guess)
  const [isSubmitted, setSubmitted] = useState(false)
  const columnOptions = header.flatMap((name, index) =>
    isMoney(name) ? [] : [{ index, value: String(index), label: name || `Column ${index + 1}` }],
  )
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
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
            data={columnOptions}
            value={columns[role] === undefined ? null : String(columns[role])}
            error={
              role === 'email' &&
              isSubmitted &&
              columns.email === undefined &&
              'Choose the column with e-mail addresses.'
            }
            onChange={(value) => setColumns((before) => assignColumn(before, role, value))}
          />
        ))}
      </SimpleGrid>
      <FirstRows columnOptions={columnOptions} preview={preview} usedColumns={new Set(Object.values(columns))} />
      {hidden > 0 && (
        <p className="muted">{formatCount(hidden, ['column', 'columns'])} with dollar amounts left out.</p>
      )}
      <div>
        <Button type="submit">Read the file</Button>
      </div>
    </form>
  )
}

type FirstRowsProps = {
  columnOptions: { index: number; label: string }[]
  preview: ColumnsNeeded['preview']
  usedColumns: ReadonlySet<number>
}

function FirstRows({ columnOptions, preview, usedColumns }: FirstRowsProps) {
  const weightOf = (index: number) => (usedColumns.has(index) ? 600 : 400)
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={0}
      className="frame"
      tabIndex={0}
      role="region"
      aria-label="First rows of the file"
    >
      <Table fz={13} styles={{ td: cellStyle, th: cellStyle }}>
        <Table.Thead>
          <Table.Tr>
            {columnOptions.map(({ index, label }) => (
              <Table.Th key={index} scope="col" fw={weightOf(index)}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.map((cells, row) => (
            <Table.Tr key={row}>
              {columnOptions.map(({ index }) => (
                <Table.Td key={index} fw={weightOf(index)}>
                  {cells[index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const cellStyle = { maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

function assignColumn(before: Columns, role: ColumnRole, value: string | null): Columns {
  const { [role]: _, ...others } = before
  return value === null ? others : { ...others, [role]: Number(value) }
}
