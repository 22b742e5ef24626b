/** A record by field name, as the file writes it: dates `2026-11-20`, flags `true` and `false`, null a blank cell. */
export type CrmRecord = Record<string, string | null>

/** The signs beyond Latin-1 that Windows-1252 has, as far as names and texts here use them, with their bytes. */
const signs: Record<string, string> = { '€': '\x80', '‘': '\x91', '’': '\x92', '“': '\x93', '”': '\x94', '–': '\x96' }
const anySign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g')
const foreign = String.raw`[^\u0001-\u007f\u00a0-\u00ff${Object.keys(signs).join('')}]`
const foreignSign = new RegExp(foreign)

/** What PostgreSQL appends to a text to ask whether Windows-1252 can write it. */
export const fitsWindows1252Sql = `!~ '${foreign}'`

export function fitsWindows1252(record: CrmRecord): boolean {
  return Object.values(record).every((value) => value === null || !foreignSign.test(value))
}

export function encodeWindows1252(text: string): Buffer {
  return Buffer.from(
    text.replace(anySign, (sign) => signs[sign]!),
    'latin1',
  )
}
