import { importTypeNames, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { undoParts } from './undo-words.ts'

/** One line about a batch: what was done, or what it holds. */
export function summaryOf(batch: ImportStatusReply): string {
  const numbers = batch.results ?? batch.counts
  if (!numbers)
    return batch.status === 'cancelled' ? 'Cancelled before the scan was finished.' : 'The file is being read.'
  if (batch.undoes) return `Undo of import ${batch.undoes.id}: ${undoParts(numbers, batch.results !== null)}.`
  const parts = [
    `${count(numbers.new)} new`,
    `${count(numbers.changed)} changed`,
    `${count(numbers.unchanged)} unchanged`,
  ]
  if (numbers.skipped > 0) parts.push(`${count(numbers.skipped)} skipped`)
  if (numbers.deletes > 0) parts.push(`${count(numbers.deletes)} ${batch.results ? 'deleted' : 'to delete'}`)
  const missing = batch.missing_columns.map(({ label }) => label)
  if (batch.status === 'review' && missing.length > 0)
    return `${countOf(numbers.rows, ['line', 'lines'])}, but no column called ${list(missing)}: say which it is.`
  const before = batch.status === 'cancelled' && !batch.results ? 'Not imported. ' : ''
  return `${before}${countOf(numbers.rows, ['line', 'lines'])}: ${list(parts)}.`
}

/** "employment record" or "employment records", by number. */
export function records(batch: Pick<ImportStatusReply, 'type'>, number: number): string {
  return countOf(number, importTypeNames[batch.type].record)
}

/** What the scan noticed about the file, in sentences. */
export function findingsOf({ findings }: Pick<ImportStatusReply, 'findings'>): string[] {
  if (!findings) return []
  const { slashed_dates: slashed, blank_extra_cells: extra } = findings
  const sentences = []
  if (slashed > 0)
    sentences.push(
      `Dates with slashes in ${countOf(slashed, ['line', 'lines'])} were read as month/day/year: 5/9/2008 is May 9, 2008.`,
    )
  if (extra > 0)
    sentences.push(
      `${countOf(extra, ['line ends', 'lines end'])} in blank cells beyond the header; these cells were left out.`,
    )
  return sentences
}
