import type { ImportSection } from '@alumni/shared/exchange/import-states'
import { importTypeNames, type ImportStatusReply, type ImportCounts } from '@alumni/shared/exchange/imports'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'

/** Returns a sentence about the state of an import, such as "120 lines: 3 new, 5 changed and 112 unchanged." */
export function describeBatch(batch: ImportStatusReply): string {
  const numbers = batch.results ?? batch.counts
  if (!numbers) return batch.status === 'cancelled' ? 'Canceled before the scan finished.' : 'The file is being read.'
  if (batch.undoes) return `Undo of import ${batch.undoes.id}: ${describeUndoEffects(numbers, batch.results !== null)}.`
  const parts = [
    `${formatNumber(numbers.new)} new`,
    `${formatNumber(numbers.changed)} changed`,
    `${formatNumber(numbers.unchanged)} unchanged`,
  ]
  if (numbers.skipped > 0) parts.push(`${formatNumber(numbers.skipped)} skipped`)
  if (numbers.deletes > 0) parts.push(`${formatNumber(numbers.deletes)} ${batch.results ? 'deleted' : 'to delete'}`)
  const missing = batch.missing_columns.map(({ label }) => label)
  if (batch.status === 'review' && missing.length > 0)
    return `${formatCount(numbers.rows, ['line', 'lines'])}, but no column called ${formatList(missing)}. Choose one.`
  const before = batch.status === 'cancelled' && !batch.results ? 'Not imported. ' : ''
  return `${before}${formatCount(numbers.rows, ['line', 'lines'])}: ${formatList(parts)}.`
}

export function countRecords(batch: Pick<ImportStatusReply, 'type'>, number: number): string {
  return formatCount(number, importTypeNames[batch.type].record)
}

/** Returns text such as "add 12 contacts, change 3 and delete 1". */
export function formatEffects(batch: Pick<ImportStatusReply, 'type'>, counts: ImportCounts): string {
  const parts = [
    { verb: 'add', number: counts.new },
    { verb: 'change', number: counts.changed },
    { verb: 'delete', number: counts.deletes },
  ].filter(({ number }) => number > 0)
  return formatList(
    parts.map(
      ({ verb, number }, index) => `${verb} ${index === 0 ? countRecords(batch, number) : formatNumber(number)}`,
    ),
  )
}

export function describeFindings(batch: Pick<ImportStatusReply, 'findings' | 'columns'>): string[] {
  const { findings } = batch
  if (!findings) return []
  const { slashed_dates: slashed, blank_extra_cells: extra, ruined_cells: ruined = 0, left_out_cells = 0 } = findings
  const messages = []
  if (findings.second_table_line !== undefined)
    messages.push(
      `Another table begins in line ${formatNumber(findings.second_table_line)}, with its own columns. Its lines are skipped: upload it as a separate file.`,
    )
  if (findings.own_list)
    messages.push(
      'This is a list of alumni from this service. Columns made for the list, such as the full name, are not read.',
    )
  if (left_out_cells > 0)
    messages.push(
      `${formatCount(left_out_cells, ['address or phone number', 'addresses and phone numbers'])} left out of the list ${left_out_cells === 1 ? 'stays as it is' : 'stay as they are'} on file.`,
    )
  if (ruined > 0)
    messages.push(
      `${formatCount(ruined, ['cell was', 'cells were'])} damaged by a spreadsheet or the wrong encoding, such as #N/A or 6.17E+09. What is on file there stays.`,
    )
  if (slashed > 0)
    messages.push(
      isDayFirst(batch)
        ? `Dates with slashes in ${formatCount(slashed, ['line', 'lines'])} were read as day/month/year: 5/9/2008 is September 5, 2008.`
        : `Dates with slashes in ${formatCount(slashed, ['line', 'lines'])} were read as month/day/year: 5/9/2008 is May 9, 2008.`,
    )
  if (extra > 0)
    messages.push(
      `${formatCount(extra, ['line has', 'lines have'])} blank cells after the last column; these cells were ignored.`,
    )
  return messages
}

export function isDayFirst({ columns }: Pick<ImportStatusReply, 'columns'>): boolean {
  return columns.some((column) => column.day_first)
}

type Batch = Pick<ImportStatusReply, 'type' | 'id' | 'undoes'>

/** Returns a title such as "Contacts import 12" or, for an undo, "Undo of contacts import 12". */
export function formatBatchTitle({ type, id, undoes }: Batch): string {
  const { title } = importTypeNames[type]
  return undoes ? `Undo of ${title.toLowerCase()} import ${undoes.id}` : `${title} import ${id}`
}

export function formatShortBatchTitle({ id, undoes }: Batch): string {
  return undoes ? `Undo of import ${undoes.id}` : `Import ${id}`
}

const record = ['record', 'records'] as const
const crmEntry = ['CRM change or conflict', 'CRM changes and conflicts'] as const

/** Returns text such as “480 records and 1 CRM change or conflict”. */
export function formatWrittenRecords({ rows, exchange = 0 }: ImportCounts): string {
  const recordsText = formatCount(rows - exchange, record)
  return exchange === 0 ? recordsText : `${recordsText} and ${formatCount(exchange, crmEntry)}`
}

/** Returns text such as “Restore 3 records, remove 12”. */
export function formatUndoLabel(counts: ImportCounts): string {
  const restoredCount = counts.changed + counts.new
  const removed = counts.removed ?? 0
  const restored = `Restore ${counts.exchange ? formatCount(restoredCount, ['record or CRM change', 'records and CRM changes']) : formatCount(restoredCount, record)}`
  if (removed === 0) return restored
  return restoredCount === 0 ? `Remove ${formatCount(removed, record)}` : `${restored}, remove ${formatNumber(removed)}`
}

/** Returns text such as “3 are restored and 12 are removed”. */
export function describeUndoEffects(counts: ImportCounts, isDone: boolean): string {
  const auxiliary = (number: number) => (isDone ? (number === 1 ? 'was' : 'were') : number === 1 ? 'is' : 'are')
  const parts = [
    [counts.changed, 'restored'],
    [counts.new, 'added back'],
    [counts.removed ?? 0, 'removed'],
    [counts.unchanged, 'left as it is now'],
  ] as const
  const messages = parts.flatMap(([number, verb]) =>
    number === 0
      ? []
      : [`${formatNumber(number)} ${auxiliary(number)} ${number === 1 ? verb : verb.replace('it is', 'they are')}`],
  )
  if (counts.skipped > 0) messages.push(`${formatNumber(counts.skipped)} ${isDone ? 'could' : 'can'} not be undone`)
  if (messages.length === 0) return 'nothing changes'
  return counts.exchange
    ? `${formatList(messages)}, ${formatCount(counts.exchange, crmEntry)} among them`
    : formatList(messages)
}

/** Returns a sentence that starts with a space, or an empty string if nothing was changed since. */
export function describeLaterChanges({ warnings }: ImportCounts): string {
  return warnings === 0
    ? ''
    : ` ${formatCount(warnings, ['has', 'have'])} been changed by someone since, and those changes stay.`
}

export const steps = ['Scanning', 'Review', 'Importing', 'Results'] as const satisfies readonly ImportSection[]
type Step = (typeof steps)[number]

/** Returns the current step, or the step at which a failed or canceled import stopped. */
export function findStep(batch: Pick<ImportStatusReply, 'section' | 'counts' | 'results' | 'progress'>): Step {
  if (batch.section !== 'Failed' && batch.section !== 'Cancelled') return batch.section
  if (!batch.counts) return 'Scanning'
  return batch.results || batch.progress.phase === 'importing' || batch.progress.phase === 'deleting'
    ? 'Importing'
    : 'Review'
}
