import { kindOfChange } from '@alumni/shared/exchange/import-guards'
import {
  rowOutcomes,
  type ChangeKind,
  type ImportBatchPage,
  type ImportRow,
  type ImportRowsQuery,
  type ListedOutcome,
} from '@alumni/shared/exchange/imports'
import { pagesOf, rowsPerPage, type PageMembers } from '@alumni/shared/page'
import type { Db } from '../../../foundations/database/db.ts'
import { readPage, countFrom } from '../../../foundations/database/read-page.ts'
import { FileMissing, type Files } from '../../../foundations/files/files.ts'
import type { ImportBatch } from '../import-batch.ts'
import { readManifestHeader, rowOfLine, splitLines, type ManifestHeader } from '../manifest/manifest.ts'
import type { ReviewedRow } from '../row.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../../foundations/database/select-raw.ts'

/** A page of a batch's rows, by outcome and search; `rows` is null where the batch has none to show. */
export async function batchRows(
  db: Db,
  files: Files,
  batch: ImportBatch,
  query: ImportRowsQuery,
): Promise<RowPage & Pick<ImportBatchPage, 'outcome' | 'only_corrected'>> {
  const key = batch.manifest_key
  const counts = batch.counts
  const wanted = wantedRows(batch, query)
  const shown =
    wanted.outcome === 'corrected' ? { outcome: null, only_corrected: true } : { outcome: wanted.outcome ?? null }
  if (!key || !counts) return { ...nothing, ...shown }
  if (wanted.outcome === 'deletes' && !batch.undoes_id) return { ...(await deletedRows(db, batch, query)), ...shown }
  try {
    const present = presenting(await readManifestHeader(files, key), batch)
    return { ...(await search(files, key, present, wanted, knownMatching(batch, wanted))), ...shown }
  } catch (error) {
    if (error instanceof FileMissing) return { ...nothing, ...shown }
    throw error
  }
}

/** Changes of these fields (none: of any), of this kind (none: of any). */
type FieldFilter = { fields: readonly string[] | undefined; kind: ChangeKind | undefined }

/** Which rows are to be shown; `changes`: only changed ones of these fields. */
type Wanted = { outcome: ListedOutcome | undefined; changes: FieldFilter | undefined; q: string; page: number }

function wantedRows(batch: ImportBatch, { outcome, field, kind, q = '', page }: ImportRowsQuery): Wanted {
  if (field ?? kind) return { outcome: 'changed', changes: { fields: field?.split(','), kind }, q, page }
  const asked = outcome === 'opening' ? opening(batch) : outcome
  return { outcome: asked === 'all' ? undefined : asked, changes: undefined, q, page }
}

/** A review opens on what it would change. */
function opening({ status, undoes_id, counts }: ImportBatch): ListedOutcome | undefined {
  if (status !== 'review' || undoes_id || !counts) return undefined
  return (['changed', 'new', 'deletes'] as const).find((outcome) => counts[outcome] > 0)
}

const nothing: RowPage = { rows: null, page: 1, pages: 1, matching: 0 }

/** Returns the number of rows of an outcome as counted by the scan or the import; undefined if a filter applies. */
function knownMatching(batch: ImportBatch, { outcome, changes, q }: Wanted): number | undefined {
  if (q || changes) return undefined
  // The manifest is rewritten at the end where results differ: then it has the results' numbers.
  const counts = batch.status === 'completed' && batch.results ? batch.results : batch.counts!
  return counts[outcome === 'deletes' || !outcome ? 'rows' : outcome] ?? 0
}

/**
 * Reads the manifest in flat memory: up to the last row of the page if the number of matching rows is `known`, otherwise
 * to its end.
 */
async function search(
  files: Files,
  key: string,
  present: Present,
  wanted: Wanted,
  known: number | undefined,
): Promise<RowPage> {
  const match = matcherOf(wanted)
  const page = known === undefined ? wanted.page : Math.min(wanted.page, pagesOf(known))
  const end = known === undefined ? Infinity : Math.min(page * rowsPerPage, known)
  // The last page that has begun, up to the requested one.
  let shown: ReviewedRow[] = []
  let matching = 0
  let isHeader = true
  for await (const lines of splitLines(await files.read(key))) {
    for (const line of isHeader ? lines.slice(1) : lines) {
      const row = matching < end ? match(line) : undefined
      if (!row) continue
      if (matching < page * rowsPerPage) {
        if (matching % rowsPerPage === 0) shown = []
        shown.push(row)
      }
      matching++
    }
    isHeader = false
    if (matching >= end) break
  }
  const pages = pagesOf(known ?? matching)
  return { rows: shown.map(present), page: Math.min(page, pages), pages, matching: known ?? matching }
}

/** Returns a function that parses a line of the manifest if its row is wanted; `q` ignores case. */
function matcherOf({ q, outcome, changes }: Wanted): (line: Buffer) => ReviewedRow | undefined {
  const needle = q.toLowerCase()
  const quick = JSON.stringify(needle).slice(1, -1)
  const isStored = rowOutcomes.some((stored) => stored === outcome)
  const ofOutcome = isStored ? `"outcome":"${outcome}"` : ''
  return (line) => {
    if (!line.includes(ofOutcome)) return undefined
    const json = line.toString()
    if (!json.toLowerCase().includes(quick)) return undefined
    const row = rowOfLine(json)
    return isWanted(row, outcome) && hasChange(row, changes) && matches(row, needle) ? row : undefined
  }
}

function hasChange(row: ReviewedRow, changes: FieldFilter | undefined): boolean {
  if (!changes) return true
  const { fields, kind } = changes
  return (row.changes ?? []).some(
    (change) => (fields?.includes(change.field) ?? true) && (kind ?? kindOfChange(change)) === kindOfChange(change),
  )
}

function isWanted(row: ReviewedRow, outcome: ListedOutcome | undefined): boolean {
  if (!outcome || outcome === 'deletes') return true
  if (outcome === 'corrected') return row.corrected !== undefined
  return outcome === 'warnings' ? row.outcome !== 'skipped' && row.reason !== null : row.outcome === outcome
}

function matches({ key, name, reason, values, changes }: ReviewedRow, needle: string): boolean {
  return [key, name, reason, ...values, ...(changes ?? []).flatMap(({ before, after }) => [before, after])].some(
    (value) => value?.toLowerCase().includes(needle),
  )
}

type Present = (row: ReviewedRow) => ImportRow

/** Makes rows of a manifest into those of the page. */
function presenting(header: ManifestHeader, { corrections }: ImportBatch): Present {
  const made = new Map((corrections ?? []).map((correction) => [correction.line, correction]))
  return (row) => {
    const { line, outcome, key, name, reason, difference = null, cells, corrected } = row
    const isOfFile = outcome === 'new' && !header.undoes
    const changes = isOfFile ? newValues(header, row) : [...(row.changes ?? [])]
    const { by = null, at = null } = made.get(line) ?? {}
    return {
      line,
      outcome,
      key,
      name,
      reason,
      difference,
      changes,
      ...(cells && { cells: [...cells] }),
      ...(corrected && { corrected: { by, at, cells: [...corrected] } }),
    }
  }
}

function newValues({ columns }: ManifestHeader, { values }: ReviewedRow): ImportRow['changes'] {
  return columns.flatMap(({ field }, index) =>
    values[index] == null ? [] : [{ field, before: null, after: values[index] }],
  )
}

/** Some rows of a batch; `rows` is null where it has none to show. */
type RowPage = PageMembers & { rows: ImportRow[] | null }

const deletedRecord = z.object({
  buid: z.string(),
  name: z.string(),
  employer: z.string(),
  job_title: z.string().nullable(),
  start_date: z.string().nullable(),
})

/**
 * The employment records that a snapshot deletes: before the commit those it does not contain, after it those that
 * went.
 */
async function deletedRows(db: Db, batch: ImportBatch, { q, page }: ImportRowsQuery): Promise<RowPage> {
  const isOver = batch.status === 'completed'
  const records = isOver
    ? sql`select buid, fields -> 'employer' ->> 0 as employer, fields -> 'job_title' ->> 0 as job_title, fields -> 'start_date' ->> 0 as start_date, id
          from record_changes where import_type = 'employment' and import_batch_id = ${batch.id} and action = 'deleted'`
    : sql`select buid, employer, job_title, start_date::text, id from employments e
          where not exists (select from employment_import_kept k where k.batch_id = ${batch.id} and k.employment_id = e.id)`
  const needle = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = sql`
    from (${records}) r join alumni a using (buid)
    where concat_ws(' ', r.buid, r.employer, r.job_title, a.first_name, a.last_name) ilike ${needle}`
  return readPage(page, {
    matching: countFrom(db, found),
    async read({ limit, offset }) {
      const page = sql`
        select r.buid, r.employer, r.job_title, r.start_date, concat_ws(' ', a.first_name, a.last_name) as name
        ${found} order by r.id limit ${limit} offset ${offset}`
      return (await selectRaw(db, deletedRecord, page)).map(deletedRow)
    },
  })
}

function deletedRow({ buid, name, employer, job_title, start_date }: z.infer<typeof deletedRecord>): ImportRow {
  const changes = Object.entries({ employer, job_title, start_date }).flatMap(([field, before]) =>
    before === null ? [] : [{ field, before, after: null }],
  )
  return {
    line: 0,
    outcome: 'changed',
    key: buid,
    name,
    reason: 'This record is missing from the file.',
    difference: null,
    changes,
  }
}
