import { z } from 'zod'
import { readCrmId } from '../exchange/crm-id.ts'
import { unescapeFormula } from '../csv.ts'
import { withoutFormatCharacters } from '../format-characters.ts'
import { isDecodedTwice, ruinOf } from './ruined-cells.ts'

export type Kind =
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

/**
 * The value of a cell (null when blank), with `warning` where it was corrected; or a sentence that explains why it has
 * none.
 */
export type Reading = { value: string | null; warning?: string } | { problem: string }

const longest = { text: 1000, code: 100, email: 320, phone: 50 }
// Most cells are plain ASCII without anything to mend: one test lets them through.
const plain = /^(?![='])[!-~]+(?: [!-~]+)*$/

/**
 * The text of a cell as it is meant: without outer, control and format characters, spreadsheet wrappers and our own `'`
 * before a formula, in NFC.
 */
export function cellText(cell: string): string {
  if (cell === '' || plain.test(cell)) return cell
  let text = unescapeFormula(cell)
  const wrapped = /^\s*="(.*)"\s*$/s.exec(text)
  if (wrapped) text = wrapped[1]!.replaceAll('""', '"')
  text = text.replaceAll('\r\n', '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
  // Some of its letters are spaces and format characters now, by which it is recognised.
  if (isDecodedTwice(text)) return text
  return withoutFormatCharacters(text)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
    .normalize('NFC')
}

/** A name that was broken over lines is one; only an address has several. */
function inOneLine(text: string): string {
  return text.includes('\n') ? text.split(/\s+/).join(' ') : text
}

/** Reads a cell of the given kind; `text` has been through `cellText`. */
export function readValue(kind: Kind, text: string): Reading {
  if (text === '') return { value: null }
  const ruin = ruinOf(text)
  return ruin ? { problem: ruin } : readers[kind](kind === 'lines' ? text : inOneLine(text))
}

const emailPattern = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/

const readers: Record<Kind, (text: string) => Reading> = {
  text: (text) => atMost(longest.text, text),
  lines: (text) => atMost(longest.text, text),
  code: (text) => atMost(longest.code, text),
  email: (text) => given(text, text.length <= longest.email && emailPattern.test(text), 'is not an e-mail address'),
  phone: (text) => given(text, text.length <= longest.phone && /\d/.test(text), 'is not a phone number'),
  flag: readFlag,
  current: readCurrent,
  date: (text) => readDate(text),
  day_first_date: (text) => readDate(text, { isDayFirst: true }),
  buid: (text) => given(text.toUpperCase(), /^B\d{8}$/i.test(text), 'is not B followed by eight digits'),
  contact_id: (text) => given(text.toUpperCase(), /^C-\d{9}$/i.test(text), 'is not C- followed by nine digits'),
  crm_id(text) {
    const crmId = readCrmId(text)
    if (!crmId) return { problem: 'is not a CRM id of 15 characters, or of 18 with a checksum that holds' }
    return crmId.isRepaired
      ? { value: crmId.id, warning: 'had lost its letter case, which was restored from its checksum' }
      : { value: crmId.id }
  },
}

function atMost(length: number, text: string): Reading {
  return given(text, text.length <= length, `is longer than ${length} characters`)
}

function given(value: string, isValid: boolean, problem: string): Reading {
  return isValid ? { value } : { problem }
}

/** Whether values of the kind are `true` and `false`. */
export function isFlag(kind: Kind): boolean {
  return kind === 'flag' || kind === 'current'
}

const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:1[89]|2[01])\\d\\d'
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** A yes, a date or a part of one, alone or with a remark behind it. */
const meaningYes = new RegExp(
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
// The opposite of “deceased” is among them.
const meaningNo = new Set(['no', 'n', 'false', 'f', '0', 'living'])

/** Reads whether someone is deceased, or does not want to be written to. */
function readFlag(text: string): Reading {
  const words = text.toLowerCase()
  if (meaningNo.has(words)) return { value: 'false' }
  return given('true', meaningYes.test(words), 'is neither yes nor no')
}

// The CRMs' words for the state of an employment stand among them.
const meaningTrue = new Set(['true', 'yes', 'y', '1', 't', 'x', 'active', 'current'])
const meaningFalse = new Set(['false', 'no', 'n', '0', 'f', 'inactive', 'former', 'historic', 'retired'])

function readCurrent(text: string): Reading {
  const word = text.toLowerCase()
  // A date, in either order, means yes since that day.
  const isDate = [true, false].some((isDayFirst) => 'value' in readDate(text, { isDayFirst }))
  if (meaningTrue.has(word) || isDate) return { value: 'true' }
  return meaningFalse.has(word) ? { value: 'false' } : { problem: 'is neither true nor false' }
}

const realDate = z.iso.date()
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * Dates come as `2026-11-20`, with a time behind it, or as the CRM's reports write them for the U.S.: `11/20/2026`;
 * with `isDayFirst` as elsewhere: `20/11/2026`.
 */
function readDate(text: string, { isDayFirst = false } = {}): Reading {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)
  const [, first = '', second = '', inYear = ''] = slashed.exec(text) ?? []
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  const date = iso ? iso[1]! : `${inYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const year = Number(date.slice(0, 4))
  return realDate.safeParse(date).success && year >= 1800 && year <= 2200
    ? { value: date }
    : { problem: 'is not a date such as 2026-11-20' }
}

/** Returns the order that a slashed date proves by a number over twelve. */
export function provenOrder(text: string): 'day_first' | 'month_first' | null {
  const [, first, second] = slashed.exec(text) ?? []
  if (Number(first) > 12 && Number(second) <= 12) return 'day_first'
  return Number(first) <= 12 && Number(second) > 12 ? 'month_first' : null
}
