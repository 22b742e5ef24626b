import { isEventExport } from '@alumni/shared/exchange/event-exports'
import { isNotText } from '@alumni/shared/exchange/file-kinds'
import { giftColumns } from '@alumni/shared/exchange/giving'
import { foldHeader, type ImportHeaders, type ImportType } from '@alumni/shared/exchange/imports'
import { detectLayout } from '../../../converter/layout.ts'

/** `unknown` is a table for which the user must choose the type. */
export type FileKind = ImportType | 'giving' | 'event' | 'unknown' | 'no-table'

/** Recognizes a file by its header; sends nothing to the server. */
export function recognizeFile(firstBytes: Uint8Array, { types }: ImportHeaders): FileKind {
  const { rows, isTable } = readRows(firstBytes)
  const header = rows[0] ?? []
  const folded = new Set(header.map(foldHeader))
  if (Object.values(giftColumns).every((name) => folded.has(foldHeader(name)))) return 'giving'
  const matches = types
    .map(({ type, fields }) => {
      const found = fields.filter(({ names }) => names.some((name) => folded.has(name)))
      const hasRequired = fields.every((field) => !field.required || found.includes(field))
      return { type, count: found.length, hasRequired }
    })
    .filter(({ hasRequired, count }) => hasRequired && count > 1)
    .sort((a, b) => b.count - a.count)
  const [bestMatch, next] = matches
  if (bestMatch && bestMatch.count !== next?.count) return bestMatch.type
  if (isEventExport(rows)) return 'event'
  return isTable ? 'unknown' : 'no-table'
}

/** A file is a table if it has several columns and at least two rows. */
function readRows(firstBytes: Uint8Array): { rows: string[][]; isTable: boolean } {
  const [first, second] = firstBytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(firstBytes)
  const rows = detectLayout(text).rows.map(({ cells }) => cells.map((cell) => cell.trim()))
  return { rows, isTable: rows.length > 1 && rows[0]!.filter(Boolean).length > 1 && !isNotText(text) }
}
