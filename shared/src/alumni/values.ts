import { z } from 'zod'
import { readCrmId } from '../exchange/crm-id.ts'
import { unescapeFormula } from '../csv.ts'
import { withoutFormatCharacters } from '../format-characters.ts'
import { isDecodedTwice, describeCorruption } from './corrupted-cells.ts'

export type ValueKind =
  | 'text'
  | 'lines'
  | 'code'
  | 'email'
  | 'phone'
  | 'flag'
  | 'current'
  | 'date'
  | 'day_first_date'
  | 'buid'
  | 'contact_id'
  | 'crm_id'

/** `value` is null for a blank cell. `warning` explains a correction. `problem` ends a sentence: "is not a date". */
export type CellReading = { value: string | null; warning?: string } | { problem: string }

const maxLength = { text: 1000, code: 100, email: 320, phone: 50 }
// Fast path: most cells are plain ASCII and need no cleaning.
const plainAscii = /^(?![='])[!-~]+(?: [!-~]+)*$/

/** Removes outer spaces, control characters, spreadsheet wrappers and the `'` that exports put before formulas. */
export function cleanCell(cell: string): string {
  if (cell === '' || plainAscii.test(cell)) return cell
  let text = unescapeFormula(cell)
  const wrapped = /^\s*="(.*)"\s*$/s.exec(text)
  if (wrapped) text = wrapped[1]!.replaceAll('""', '"')
  text = text.replaceAll('\r\n', '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
  // Cleaning would remove characters that reveal double decoding.
  if (isDecodedTwice(text)) return text
  return withoutFormatCharacters(text)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
    .normalize('NFC')
}

function joinLines(text: string): string {
  return text.includes('\n') ? text.split(/\s+/).join(' ') : text
}

/** `text` must have been cleaned by `cleanCell`. */
export function readValue(kind: ValueKind, text: string): CellReading {
  if (text === '') return { value: null }
  const problem = describeCorruption(text)
  return problem ? { problem } : readers[kind](kind === 'lines' ? text : joinLines(text))
}

const emailPattern = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/

const readers: Record<ValueKind, (text: string) => CellReading> = {
  text: (text) => readLimited(maxLength.text, text),
  lines: (text) => readLimited(maxLength.text, text),
  code: (text) => readLimited(maxLength.code, text),
  email: (text) =>
    valueOrProblem(text, text.length <= maxLength.email && emailPattern.test(text), 'is not an e-mail address'),
  phone: (text) => valueOrProblem(text, text.length <= maxLength.phone && /\d/.test(text), 'is not a phone number'),
  flag: readFlag,
  current: readCurrent,
  date: (text) => readDate(text),
  day_first_date: (text) => readDate(text, { isDayFirst: true }),
  buid: (text) => valueOrProblem(text.toUpperCase(), /^B\d{8}$/i.test(text), 'is not B followed by eight digits'),
  contact_id: (text) =>
    valueOrProblem(text.toUpperCase(), /^C-\d{9}$/i.test(text), 'is not C- followed by nine digits'),
  crm_id(text) {
    const crmId = readCrmId(text)
    if (!crmId) return { problem: 'is not a CRM id of 15 characters, or of 18 with a checksum that holds' }
    return crmId.isRepaired
      ? { value: crmId.id, warning: 'had lost its letter case, which was restored from its checksum' }
      : { value: crmId.id }
  },
}

function readLimited(length: number, text: string): CellReading {
  return valueOrProblem(text, text.length <= length, `is longer than ${length} characters`)
}

function valueOrProblem(value: string, isValid: boolean, problem: string): CellReading {
  return isValid ? { value } : { problem }
}

export function isFlag(kind: ValueKind): boolean {
  return kind === 'flag' || kind === 'current'
}

const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:1[89]|2[01])\\d\\d'
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** Matches a yes, a date or part of a date, optionally followed by a remark. */
const yesPattern = new RegExp(
  [
    '^(?:[✓✔☑✅]',
    `(?:(?:yes|y|true|t|1|x|checked|on|d|deceased|ja|oui|s[íi])(?![^\\s(\\[,;:.–—-])`,
    `${year}(?:[-/.]${day}){0,2}(?:t\\d[\\d:.z+-]*)?`,
    `${day}[-/.](?:${day}[-/.])?${year}`,
    `${day}[-/.]${day}[-/.]\\d\\d`,
    `(?:${day}[ .-]{1,2})?${month}[ .-]{1,2}(?:${day},? )?(?:${year}|\\d\\d))(?![\\p{L}\\p{N}]))`,
  ].join('|'),
  'u',
)
const noWords = new Set(['no', 'n', 'false', 'f', '0', 'living'])

function readFlag(text: string): CellReading {
  const lowerCaseText = text.toLowerCase()
  if (noWords.has(lowerCaseText)) return { value: 'false' }
  return valueOrProblem('true', yesPattern.test(lowerCaseText), 'is neither yes nor no')
}

const trueWords = new Set(['true', 'yes', 'y', '1', 't', 'x', 'active', 'current'])
const falseWords = new Set(['false', 'no', 'n', '0', 'f', 'inactive', 'former', 'historic', 'retired'])

function readCurrent(text: string): CellReading {
  const lowerCaseText = text.toLowerCase()
  const isDate = [true, false].some((isDayFirst) => 'value' in readDate(text, { isDayFirst }))
  if (trueWords.has(lowerCaseText) || isDate) return { value: 'true' }
  return falseWords.has(lowerCaseText) ? { value: 'false' } : { problem: 'is neither true nor false' }
}

const isoDate = z.iso.date()
const slashedDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** Parses `2026-11-20`, optionally with a time, or `11/20/2026`; with `isDayFirst`, `20/11/2026`. */
function readDate(text: string, { isDayFirst = false } = {}): CellReading {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)
  const [, first = '', second = '', yearText = ''] = slashedDate.exec(text) ?? []
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  const date = iso ? iso[1]! : `${yearText}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const year = Number(date.slice(0, 4))
  return isoDate.safeParse(date).success && year >= 1800 && year <= 2200
    ? { value: date }
    : { problem: 'is not a date such as 2026-11-20' }
}

/** Returns the order of day and month in a date with slashes if one of them is over twelve, else null. */
export function detectDateOrder(text: string): 'day_first' | 'month_first' | null {
  const [, first, second] = slashedDate.exec(text) ?? []
  if (Number(first) > 12 && Number(second) <= 12) return 'day_first'
  return Number(first) <= 12 && Number(second) > 12 ? 'month_first' : null
}
