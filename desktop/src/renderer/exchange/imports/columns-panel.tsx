import { canMove } from '@alumni/shared/exchange/import-states'
import { importTypeNames, type ImportBatchPage, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Box, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { formatCount, formatList } from '../../ui/format/numbers.ts'
import { useBatchAction } from './use-batch.ts'
import classes from './imports.module.css'

type Fields = ImportBatchPage['fields']

export function ColumnsPanel({ batch, fields }: { batch: ImportStatusReply; fields: Fields }) {
  const { columns, unknown_columns: unknown, refused_columns: refused } = batch
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  return (
    <Box component="details" className={`frame ${classes.columns}`} mb={24}>
      <summary>
        <IconChevronRight size={16} stroke={1.8} className={classes.arrow} aria-hidden />
        <Text component="h2" fz={14} fw={600}>
          Columns of the file
        </Text>
        <span className="muted">{formatSummary(columns.length, refused.length)}</span>
        {unknown.length > 0 && (
          <span className="fact warning">
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
            {unknown.length} not used: {formatList(unknown.slice(0, 3).map(({ header }) => header))}
            {unknown.length > 3 && '…'}
          </span>
        )}
      </summary>
      <Stack gap={24} px={16} pt={8} pb={20}>
        {unknown.length > 0 && <UnusedColumns batch={batch} fields={fields} />}
        {columns.some((column) => column.by_hand) && <AssignedColumns batch={batch} labels={labels} />}
        {refused.length > 0 && (
          <PanelPart title="Never read">
            <p>
              {formatList(refused)}: {refused.length === 1 ? 'this column holds' : 'these columns hold'} sensitive data
              that may not be stored here. {refused.length === 1 ? 'Its values were' : 'Their values were'} dropped
              while the file was read.
            </p>
          </PanelPart>
        )}
        <PanelPart title="Used">
          <ul className="chips">
            {columns
              .filter((column) => !column.by_hand)
              .map(({ header, field }) => (
                <li key={header}>
                  {isSameName(header, labels.get(field)) ? header : `${header} → ${labels.get(field) ?? field}`}
                </li>
              ))}
          </ul>
        </PanelPart>
      </Stack>
    </Box>
  )
}

function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap={8} align="flex-start">
      <Text component="h3" fz={13} fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function UnusedColumns({ batch, fields }: { batch: ImportStatusReply; fields: Fields }) {
  const rescan = useBatchAction(batch)
  const [chosenFields, setChosenFields] = useState<Record<string, string>>({})
  const canAssign = canMove(batch.status, 'rescan')
  const usedFields = new Set([...batch.columns.map((column) => column.field), ...Object.values(chosenFields)])
  const chosenCount = Object.keys(chosenFields).length
  return (
    <PanelPart title="Not used">
      <p className="muted">
        {canAssign
          ? `These columns match no field. Choose a field, and the file is scanned again; your choice is remembered for the next ${importTypeNames[batch.type].title.toLowerCase()} file.`
          : 'These columns match no field, so they were left out.'}
      </p>
      <Box component="ul" className="rows" w="100%" maw={760}>
        {batch.unknown_columns.map(({ header, samples }) => (
          <Group component="li" key={header} justify="space-between">
            <span className="lines">
              <strong>{header}</strong>
              <span className="fact">{samples.length > 0 ? `such as ${samples.join(', ')}` : 'no values'}</span>
            </span>
            {canAssign && (
              <Select
                searchable
                flex="0 1 260px"
                aria-label={`Field for the column ${header}`}
                placeholder="Leave it out"
                clearable
                clearButtonProps={{ 'aria-label': `Leave ${header} out` }}
                nothingFoundMessage="No field has this name"
                data={fields.map(({ field, label }) => ({
                  value: field,
                  label,
                  disabled: usedFields.has(field) && chosenFields[header] !== field,
                }))}
                value={chosenFields[header] ?? null}
                onChange={(field) =>
                  setChosenFields(({ [header]: _, ...rest }) => (field ? { ...rest, [header]: field } : rest))
                }
              />
            )}
          </Group>
        ))}
      </Box>
      {canAssign && (
        <Button
          variant="default"
          disabled={chosenCount === 0}
          loading={rescan.isPending}
          onClick={() => rescan.mutate({ url: batch.links.columns, body: { columns: chosenFields } })}
        >
          {chosenCount === 0
            ? 'Scan again'
            : `Scan again with ${formatCount(chosenCount, ['more column', 'more columns'])}`}
        </Button>
      )}
    </PanelPart>
  )
}

function AssignedColumns({ batch, labels }: { batch: ImportStatusReply; labels: ReadonlyMap<string, string> }) {
  const rescan = useBatchAction(batch)
  return (
    <PanelPart title="Assigned by hand">
      <Box component="ul" className="rows" w="100%" maw={760}>
        {batch.columns
          .filter((column) => column.by_hand)
          .map(({ header, field }) => (
            <Group component="li" key={header} justify="space-between">
              <span>
                <strong>{header}</strong> <IconArrowRight size={13} stroke={1.8} aria-label="fills" role="img" />{' '}
                {labels.get(field) ?? field}
              </span>
              {canMove(batch.status, 'rescan') && (
                <Button
                  variant="default"
                  size="xs"
                  loading={rescan.isPending}
                  onClick={() => rescan.mutate({ url: batch.links.columns, body: { columns: { [header]: null } } })}
                  aria-label={`Leave it out again: ${header}`}
                >
                  Leave it out again
                </Button>
              )}
            </Group>
          ))}
      </Box>
    </PanelPart>
  )
}

function formatSummary(used: number, refused: number): string {
  return [`${used} used`, refused > 0 && `${refused} never read`].filter(Boolean).join(' · ')
}

function isSameName(header: string, label: string | undefined): boolean {
  const simplify = (text: string) => text.toLowerCase().replace(/[\s_]/g, '')
  return label !== undefined && simplify(header) === simplify(label)
}
