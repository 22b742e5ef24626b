import { Button, Select, Stack } from '@mantine/core'
import { importTypeNames, type ImportBatchPage, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useState, type FormEvent } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'
import { useBatchAction } from './use-batch.ts'

export function MissingColumns({ batch, fields }: { batch: ImportStatusReply; fields: ImportBatchPage['fields'] }) {
  const { missing_columns: missing, columns, unknown_columns: unknown, counts } = batch
  const rescan = useBatchAction(batch)
  const [chosenHeaders, setChosenHeaders] = useState<Record<string, string>>(() => guessColumns(batch))
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  const options = [
    ...unknown.map(({ header, samples }) => ({
      value: header,
      label: samples.length > 0 ? `${header} (such as ${samples.join(', ')})` : header,
    })),
    ...columns.map(({ header, field }) => ({
      value: header,
      label: `${header} (read as ${labels.get(field) ?? field} now)`,
    })),
  ]
  const chosenCount = Object.keys(chosenHeaders).length

  function submit(event: FormEvent) {
    event.preventDefault()
    const assigned = Object.fromEntries(Object.entries(chosenHeaders).map(([field, header]) => [header, field]))
    rescan.mutate({ url: batch.links.columns, body: { columns: assigned } })
  }

  return (
    <Stack component="section" mb={24} aria-label="Columns to assign">
      <Alert
        tone="warn"
        title={`Which ${missing.length === 1 ? 'column is' : 'columns are'} ${formatList(missing.map(({ label }) => label))}?`}
      >
        No column in the file has {missing.length === 1 ? 'this name' : 'these names'}, so{' '}
        {counts?.rows === 1
          ? 'its only line was skipped'
          : `all ${formatCount(counts?.rows ?? 0, ['line', 'lines'])} were skipped`}
        . Choose the {missing.length === 1 ? 'column' : 'columns'}: the file is scanned again, and your choice is
        remembered for the next {importTypeNames[batch.type].title.toLowerCase()} file.
        {[...columns, ...unknown].some(({ header }) => isBuid(header)) &&
          ' The first line looks like a person. If the file has no column names, add a row of them at the top and upload it again.'}
      </Alert>
      <Stack component="form" gap={12} maw={560} onSubmit={submit}>
        {missing.map(({ field, label }) => (
          <Select
            key={field}
            label={label}
            placeholder="Choose a column"
            searchable
            nothingFoundMessage="No column has this name"
            data={options.map((option) => ({
              ...option,
              disabled: option.value !== chosenHeaders[field] && Object.values(chosenHeaders).includes(option.value),
            }))}
            value={chosenHeaders[field] ?? null}
            onChange={(header) =>
              setChosenHeaders(({ [field]: _, ...rest }) => (header ? { ...rest, [field]: header } : rest))
            }
          />
        ))}
        <Button type="submit" style={{ alignSelf: 'start' }} disabled={chosenCount === 0} loading={rescan.isPending}>
          {chosenCount === 0 || chosenCount === missing.length
            ? 'Scan again'
            : `Scan again with ${formatNumber(chosenCount)} of ${formatNumber(missing.length)}`}
        </Button>
      </Stack>
    </Stack>
  )
}

/** Proposes the BUID column if only one column has values that look like BUIDs. */
function guessColumns({ missing_columns, unknown_columns }: ImportStatusReply): Record<string, string> {
  if (!missing_columns.some(({ field }) => field === 'buid')) return {}
  const likely = unknown_columns.filter(({ samples }) => samples.length > 0 && samples.every(isBuid))
  return likely.length === 1 ? { buid: likely[0]!.header } : {}
}

const isBuid = (text: string) => /^B\d{8}$/i.test(text)
