import { giftColumns, maxGiftRows } from '@alumni/shared/exchange/giving'
import { foldHeader } from '@alumni/shared/exchange/imports'
import { cleanCell, readValue } from '@alumni/shared/alumni/values'
import { ImportRefused } from '../imports/definition.ts'
import { unreadableCharacters, type CsvRecord } from '../imports/read-csv.ts'
import { incomingCsv } from '../imports/upload/receive-upload.ts'
import type { Context } from '../../foundations/context.ts'

/**
 * A row holds what of the file may be stored. What cannot be read is not repeated: in a shifted row it might be an
 * amount.
 */
export type GiftRow = { line: number; crm_id: string | null; gift_date: string | null; problem: string | null }

const rowsAtOnce = 2_000

/**
 * Reads who gave when from a file as it arrives, in flat memory; every other column is dropped here.
 * Throws `ImportRefused`, whose sentences repeat nothing of the file, and `HttpError` 413 above the size.
 */
export async function* readGifts(file: AsyncIterable<Buffer>, context: Context): AsyncGenerator<GiftRow[]> {
  const { header, records } = await incomingCsv(file, context, rowsAtOnce)
  const places = placesIn(header)
  let count = 0
  for await (const chunk of records) {
    count += chunk.length
    if (count > maxGiftRows)
      throw new ImportRefused(
        `The file has more than ${maxGiftRows.toLocaleString('en-US')} lines. Export fewer fiscal years at a time.`,
      )
    yield chunk.map((record) => readGift(record, header.length, places))
  }
  if (count === 0) throw new ImportRefused('The file has no gifts: there are no lines below the header.')
}

type Places = { crm_id: number; gift_date: number }

function placesIn(header: string[]): Places {
  const placeOf = (label: string) => {
    const places = header.flatMap((name, index) => (foldHeader(name) === foldHeader(label) ? [index] : []))
    if (places.length > 1)
      throw new ImportRefused(`The header names “${label}” twice, so it is not clear which column counts.`)
    return places[0]
  }
  const crm_id = placeOf(giftColumns.crm_id)
  const gift_date = placeOf(giftColumns.gift_date)
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

function readGift(record: CsvRecord, columns: number, places: Places): GiftRow {
  const { line, cells } = record
  const unread = (problem: string): GiftRow => ({ line, crm_id: null, gift_date: null, problem })
  const [idCell, dateCell] = [cells[places.crm_id] ?? '', cells[places.gift_date] ?? '']
  // Names in another encoding are dropped anyway.
  const isReadable = record.problem === unreadableCharacters && !`${idCell}${dateCell}`.includes('\ufffd')
  if (record.problem !== undefined && !isReadable) return unread(record.problem)
  if (cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== ''))
    return unread(`The line has ${cells.length} cells, but the header has ${columns}.`)
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
