import { canMove } from '@alumni/shared/exchange/import-states'
import { type ImportCounts, type ImportStatusReply, importRowsQuery } from '@alumni/shared/exchange/imports'
import { Box, Button, List, Text, UnstyledButton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useBatchAction } from './use-batch.ts'
import { isNothingToImport } from './batch-actions.tsx'
import { MissingColumns } from './missing-columns.tsx'
import { CountsAndRows } from './rows.tsx'
import {
  formatEffects,
  describeFindings,
  isDayFirst,
  describeLaterChanges,
  describeUndoEffects,
  formatWrittenRecords,
} from './summary.ts'
import { type BatchView, useRowFilters } from './use-batch.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatCount, formatList } from '../../ui/format/numbers.ts'

export function ReviewSection({ view, batch }: { view: BatchView; batch: ImportStatusReply }) {
  const { counts } = batch
  const hasAllColumns = batch.missing_columns.length === 0
  return (
    <>
      {view.page && !hasAllColumns && <MissingColumns batch={batch} fields={view.page.fields} />}
      {counts && hasAllColumns && isNothingToImport(counts) && <NothingToImport batch={batch} counts={counts} />}
      {counts && hasAllColumns && !isNothingToImport(counts) && <Paragraph>{describeEffect(batch, counts)}</Paragraph>}
      <UnusualNotice batch={batch} />
      {describeFindings(batch).map((message) => (
        <Paragraph key={message}>{message}</Paragraph>
      ))}
      <DateOrder batch={batch} />
      <CountsAndRows view={view} batch={batch} counts={counts} hasColumns />
    </>
  )
}

function Paragraph({ children }: { children: string }) {
  return (
    <Text maw="90ch" mb={16}>
      {children}
    </Text>
  )
}

/** Returns text such as "The file has 45 lines. Importing it will add 12 contacts and change 3." */
function describeEffect(batch: ImportStatusReply, counts: ImportCounts): string {
  if (batch.undoes)
    return `Import ${batch.undoes.id} saved ${formatWrittenRecords(counts)}. If you undo it, ${describeUndoEffects(counts, false)}.${describeLaterChanges(counts)} Nothing has been saved yet.`
  const rest = [
    counts.unchanged > 0 &&
      `${formatCount(counts.unchanged, ['line already matches', 'lines already match'])} what is on file`,
    counts.skipped > 0 && `${formatCount(counts.skipped, ['line', 'lines'])} will be skipped`,
  ].filter((part) => part !== false)
  return `The file has ${formatCount(counts.rows, ['line', 'lines'])}. Importing it will ${formatEffects(batch, counts)}.${rest.length > 0 ? ` ${formatList(rest)}.` : ''} Nothing has been saved yet.`
}

/** Returns text such as "51 lines are already on file, and 1 line was skipped." */
function describeNothingToImport({ rows, unchanged, skipped }: ImportCounts): string {
  if (rows === 0) return 'The file has column names but no lines below them.'
  if (unchanged === 0)
    return `${rows === 1 ? 'Its only line was' : `All ${formatCount(rows, ['line', 'lines'])} were`} skipped. See the reasons below.`
  if (skipped === 0)
    return `${rows === 1 ? 'Its only line is' : `All ${formatCount(rows, ['line', 'lines'])} are`} already on file.`
  return `${formatCount(unchanged, ['line is', 'lines are'])} already on file, and ${formatCount(skipped, ['line was', 'lines were'])} skipped. See the reasons below.`
}

function NothingToImport({ batch, counts }: { batch: ImportStatusReply; counts: ImportCounts }) {
  const close = useBatchAction(batch)
  const confirm = useBatchAction(batch)
  // Even a file without changes verifies or contradicts exported CRM changes.
  const canCompare = batch.type === 'contacts' && !batch.undoes && counts.unchanged > 0
  return (
    <Box mb={16}>
      <EmptyState
        icon={IconCircleCheck}
        tone={counts.skipped > 0 ? 'plain' : 'good'}
        title={batch.undoes ? 'There is nothing to restore' : 'There is nothing to import'}
        actions={
          canMove(batch.status, 'cancel') && (
            <>
              {canCompare && (
                <Button loading={confirm.isPending} onClick={() => confirm.mutate({ url: batch.links.commit })}>
                  Compare with the CRM changes
                </Button>
              )}
              <Button
                variant={canCompare ? 'default' : undefined}
                loading={close.isPending}
                onClick={() => close.mutate({ url: batch.links.cancel })}
              >
                {batch.undoes ? 'Close without undoing' : 'Close without importing'}
              </Button>
            </>
          )
        }
      >
        {batch.undoes
          ? `From import ${batch.undoes.id}, ${describeUndoEffects(counts, false)}. See the reasons below.`
          : describeNothingToImport(counts)}
        {canCompare &&
          ' Comparing verifies exported CRM changes that the file contains and records a conflict where it differs.'}
      </EmptyState>
    </Box>
  )
}

/** Offers the other date order if some dates can only be day-first, or if the user chose day-first. */
function DateOrder({ batch }: { batch: ImportStatusReply }) {
  const rescan = useBatchAction(batch)
  const proven = batch.findings?.day_first_dates ?? 0
  const isDayFirstNow = isDayFirst(batch)
  if (!canMove(batch.status, 'rescan') || (proven === 0 && !isDayFirstNow)) return null
  const button = (
    <Button
      variant={isDayFirstNow ? 'default' : undefined}
      loading={rescan.isPending}
      onClick={() => rescan.mutate({ url: batch.links.columns, body: { day_first: !isDayFirstNow } })}
    >
      {isDayFirstNow ? 'Read dates as month/day/year' : 'Read dates as day/month/year'}
    </Button>
  )
  if (isDayFirstNow) return <Box mb={16}>{button}</Box>
  return (
    <Box mb={16}>
      <Alert tone="warn" title="These dates start with the day">
        <Text mb={8}>
          In {formatCount(proven, ['line', 'lines'])}, a date starts with a number over 12. No line has one in second
          place.
        </Text>
        {button}
      </Alert>
    </Box>
  )
}

function UnusualNotice({ batch }: { batch: ImportStatusReply }) {
  const { showRows } = useRowFilters()
  if (batch.unusual.length === 0) return null
  return (
    <Box mb={16}>
      <Alert tone="warn" title="This import is unusual">
        <List spacing={2} mb={4}>
          {batch.unusual.map(({ kind, message, rows }) => (
            <List.Item key={kind}>
              {message}{' '}
              <UnstyledButton
                className="more"
                aria-label={`Show these lines: ${message}`}
                onClick={() => showRows(importRowsQuery.pick({ outcome: true, field: true, kind: true }).parse(rows))}
              >
                Show these lines
              </UnstyledButton>
            </List.Item>
          ))}
        </List>
        Review these lines before you import. You will confirm{' '}
        {batch.unusual.length === 1 ? 'the number' : 'each number'} when you do.
      </Alert>
    </Box>
  )
}
