import { giftColumns } from '@alumni/shared/giving'
import { isNotText } from '@alumni/shared/file-kinds'
import { foldHeader, type ImportHeaders, type ImportType } from '@alumni/shared/imports'
import Papa from 'papaparse'

/** What a file is, as far as its header tells. A giving file and an event's export belong to pages of their own; `unknown` is a table that a person can say more about. */
export type Recognised = ImportType | 'giving' | 'event' | 'unknown' | 'no-table'

/** Columns that only the export of an event platform has; each list is one platform. */
const eventHeaders = [
  ['order #', 'attendee #'],
  ['order #', 'attendee status'],
  ['attended', 'join time'],
  ['meeting id', 'topic', 'start time'],
  ['user email', 'join time', 'leave time'],
  ['approval_status', 'checked_in_at'],
  ['timestamp', 'email address'],
]

/** Tells by the header alone, here: nothing of a file that belongs elsewhere leaves this computer. */
export function recognise(beginning: Uint8Array, { types }: ImportHeaders): Recognised {
  const { header, isTable } = read(beginning)
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
  const plain = new Set(header.map((name) => name.toLowerCase()))
  const isEvent = eventHeaders.some((names) => names.every((name) => plain.has(name)))
  return isEvent || header[0]?.toLowerCase() === 'attendee report' ? 'event' : isTable ? 'unknown' : 'no-table'
}

/** The names in the first line; a table has several columns, and something under them. */
function read(beginning: Uint8Array): { header: string[]; isTable: boolean } {
  const [first, second] = beginning
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(beginning).replace(/^sep=.\r?\n/, '')
  const { data } = Papa.parse<string[]>(text, { preview: 2, delimitersToGuess: [',', ';', '\t'] })
  const header = (data[0] ?? []).map((name) => name.trim())
  const hasRows = data[1]?.some((cell) => cell.trim() !== '') ?? false
  return { header, isTable: hasRows && header.filter(Boolean).length > 1 && !isNotText(text) }
}
