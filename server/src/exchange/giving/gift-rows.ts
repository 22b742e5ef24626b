import { giftColumns, maxGiftRows } from '@alumni/shared/exchange/giving'
import { foldHeader } from '@alumni/shared/exchange/imports'
import { cleanCell, readValue } from '@alumni/shared/alumni/values'
import { ImportRefused } from '../imports/definition.ts'
import { unreadableCharacters, type CsvRecord } from '../imports/read-csv.ts'
import { openCsvUpload } from '../imports/upload/receive-upload.ts'
import type { Context } from '../../foundations/context.ts'

/** `problem` never quotes cells, because they may contain amounts. */
export type GiftRow = { line: number; crm_id: string | null; gift_date: string | null; problem: string | null }

const rowsAtOnce = 2_000

/**
 * Yields the gifts of a CSV file in chunks, with only CRM IDs and dates. Throws `ImportRefused` with messages that do
 * not quote cells, and `HttpError` 413 for a file that is too large.
 */
export async function* readGifts(file: AsyncIterable<Buffer>, context: Context): AsyncGenerator<GiftRow[]> {
  const { header, records } = await openCsvUpload(file, context, rowsAtOnce)
  const columns = findColumns(header)
  let count = 0
  for await (const chunk of records) {
    count += chunk.length
    if (count > maxGiftRows)
      throw new ImportRefused(
        `The file has more than ${maxGiftRows.toLocaleString('en-US')} lines. Export fewer fiscal years at a time.`,
      )
    yield chunk.map((record) => readGift(record, header.length, columns))
  }
  if (count === 0) throw new ImportRefused('The file has no gifts: there are no lines below the header.')
}

type ColumnIndexes = { crm_id: number; gift_date: number }

function findColumns(header: string[]): ColumnIndexes {
  const indexOf = (label: string) => {
    const indexes = header.flatMap((name, index) => (foldHeader(name) === foldHeader(label) ? [index] : []))
    if (indexes.length > 1)
      throw new ImportRefused(`The header names “${label}” twice, so it is not clear which column counts.`)
    return indexes[0]
  }
  const crm_id = indexOf(giftColumns.crm_id)
  const gift_date = indexOf(giftColumns.gift_date)
  if (crm_id === undefined || gift_date === undefined) {
    const missing = [crm_id ?? giftColumns.crm_id, gift_date ?? giftColumns.gift_date].filter(
      (label) => typeof label === 'string',
    )
    throw new ImportRefused(
      `The file lacks the required ${missing.length === 1 ? 'column' : 'columns'} “${missing.join('” and “')}”.`,
    )
  }
  return { crm_id, gift_date }
}

function readGift(record: CsvRecord, width: number, columns: ColumnIndexes): GiftRow {
  const { line, cells } = record
  const rejectRow = (problem: string): GiftRow => ({ line, crm_id: null, gift_date: null, problem })
  const [idCell, dateCell] = [cells[columns.crm_id] ?? '', cells[columns.gift_date] ?? '']
  // Unreadable characters are accepted in other columns, because those columns are dropped.
  const isReadable = record.problem === unreadableCharacters && !`${idCell}${dateCell}`.includes('\ufffd')
  if (record.problem !== undefined && !isReadable) return rejectRow(record.problem)
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
    return rejectRow(`The line has ${cells.length} cells, but the header has ${width}.`)
  const id = readValue('crm_id', cleanCell(idCell))
  const day = readValue('date', cleanCell(dateCell))
  const crm_id = 'problem' in id ? null : id.value
  const gift_date = 'problem' in day ? null : day.value
  if (gift_date === null)
    return {
      line,
      crm_id,
      gift_date,
      problem: dateCell.trim() === '' ? 'Gift Date is blank' : 'Gift Date is not a date such as 2026-11-20',
    }
  return { line, crm_id, gift_date, problem: null }
}
