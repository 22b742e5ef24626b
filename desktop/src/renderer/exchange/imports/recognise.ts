import { isEventExport } from '@alumni/shared/exchange/event-exports'
import { isNotText } from '@alumni/shared/exchange/file-kinds'
import { giftColumns } from '@alumni/shared/exchange/giving'
import { foldHeader, type ImportHeaders, type ImportType } from '@alumni/shared/exchange/imports'
import { seenLayout } from '../../../converter/layout.ts'

/**
 * The kind of a file by its header. A giving file and an event's export belong to pages of their own;
 * `unknown` is a table that a person can identify.
 */
export type Recognised = ImportType | 'giving' | 'event' | 'unknown' | 'no-table'

/** Uses the header alone, here: nothing of a file that belongs elsewhere leaves this computer. */
export function recognise(beginning: Uint8Array, { types }: ImportHeaders): Recognised {
  const { rows, isTable } = read(beginning)
  const header = rows[0] ?? []
  const folded = new Set(header.map(foldHeader))
  if (Object.values(giftColumns).every((name) => folded.has(foldHeader(name)))) return 'giving'
  const matches = types
    .map(({ type, fields }) => {
      const found = fields.filter(({ names }) => names.some((name) => folded.has(name)))
      return { type, count: found.length, isWhole: fields.every((field) => !field.required || found.includes(field)) }
    })
    .filter(({ isWhole, count }) => isWhole && count > 1)
    .sort((a, b) => b.count - a.count)
  const [best, next] = matches
  if (best && best.count !== next?.count) return best.type
  if (isEventExport(rows)) return 'event'
  return isTable ? 'unknown' : 'no-table'
}

/** The first rows; a table has several columns, and something under them. */
function read(beginning: Uint8Array): { rows: string[][]; isTable: boolean } {
  const [first, second] = beginning
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(beginning)
  const rows = seenLayout(text).rows.map(({ cells }) => cells.map((cell) => cell.trim()))
  return { rows, isTable: rows.length > 1 && rows[0]!.filter(Boolean).length > 1 && !isNotText(text) }
}
