import type { ImportCounts, ImportType } from '@alumni/shared/exchange/imports'
import { definitions } from '../src/exchange/imports/types.ts'
import headers from './data/crm-headers.json' with { type: 'json' }

export const headerStyles = ['ours', 'labels', 'affinaquest', 'eda'] as const
/** `ours` has the documented headers, `labels` those of CRM reports, the others the API names of two CRM packages. */
export type HeaderStyle = (typeof headerStyles)[number]
export const fileEncodings = ['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** Shares are percentages of the rows; the remaining rows are unchanged. */
export type CrmFileOptions = {
  type: ImportType
  rows?: number
  new?: number
  changed?: number
  bad?: number
  /** Rows that a later row with the same key overrides. */
  duplicates?: number
  omit?: number
  seed?: number
  headers?: HeaderStyle
  extraColumns?: number
  encoding?: FileEncoding
  delimiter?: ',' | ';' | '\t'
  crlf?: boolean
  /** Adds line breaks to cells: meaningless trailing ones, and some inside new values. */
  quotedBreaks?: boolean
}

/** Expected counts of a scan without pending CRM changes; `skipped` = `bad` + `duplicates`. */
export type CrmFileCounts = ImportCounts & { bad: number; duplicates: number }

/** `usable` of the `onFile` records can be in the file. */
export function countRows(options: CrmFileOptions, usable: number, onFile: number): CrmFileCounts {
  const kept = usable - Math.round((usable * (options.omit ?? 0)) / 100)
  const share = (percent = 0, rows: number) => Math.round((rows * percent) / 100)
  const split = (rows: number) => {
    const counts = {
      new: share(options.new, rows),
      bad: share(options.bad, rows),
      duplicates: share(options.duplicates, rows),
    }
    return { ...counts, existing: rows - counts.new - counts.bad - counts.duplicates }
  }
  let rows =
    options.rows ??
    Math.floor(kept / Math.max(0.001, 1 - ((options.new ?? 0) + (options.bad ?? 0) + (options.duplicates ?? 0)) / 100))
  while (options.rows === undefined && rows > 0 && split(rows).existing > kept) rows--
  const { existing, ...counts } = split(rows)
  if (existing < 0) throw new RangeError('The shares of new, bad and duplicate rows come to more than 100 percent.')
  if (existing > kept)
    throw new RangeError(
      `${existing.toLocaleString('en-US')} rows would have to be of records on file, but there are only ${kept.toLocaleString('en-US')} to take. Ask for fewer rows or more new ones.`,
    )
  const changed = Math.min(existing, share(options.changed, rows))
  if (counts.duplicates > existing + counts.new)
    throw new RangeError('There are more duplicates than rows to duplicate.')
  const deletes = options.type === 'employment' ? onFile - existing : 0
  return {
    rows,
    ...counts,
    changed,
    unchanged: existing - changed,
    skipped: counts.bad + counts.duplicates,
    warnings: 0,
    deletes,
  }
}

export function headerOf(type: ImportType, style: HeaderStyle, extraColumns: number): string[] {
  const known: Partial<Record<string, Partial<Record<ImportType, Record<string, string>>>>> = { ...headers, extra: {} }
  const ours = definitions[type].fields.map(({ name, label }) => {
    if (style === 'ours') return label
    return known[style]?.[type]?.[name] ?? (style === 'labels' ? label : `${label.replaceAll(' ', '_')}__c`)
  })
  return [
    ...ours,
    ...Array.from({ length: extraColumns }, (_, index) => headers.extra[index] ?? `Custom Field ${index + 1}`),
  ]
}
