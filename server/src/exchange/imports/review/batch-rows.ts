import { classifyChange } from '@alumni/shared/exchange/import-guards'
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
import { readManifestHeader, parseRow, splitLines, type ManifestHeader } from '../manifest/manifest.ts'
import type { ReviewedRow } from '../row.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../../foundations/database/select-raw.ts'

export async function readBatchRows(
  db: Db,
  files: Files,
  batch: ImportBatch,
  query: ImportRowsQuery,
): Promise<RowPage & Pick<ImportBatchPage, 'outcome' | 'only_corrected'>> {
  const key = batch.manifest_key
  const counts = batch.counts
  const filter = toRowFilter(batch, query)
  const members =
    filter.outcome === 'corrected' ? { outcome: null, only_corrected: true } : { outcome: filter.outcome ?? null }
  if (!key || !counts) return { ...noRows, ...members }
  if (filter.outcome === 'deletes' && !batch.undoes_id)
    return { ...(await readDeletedRows(db, batch, query)), ...members }
  try {
    const present = createRowPresenter(await readManifestHeader(files, key), batch)
    return { ...(await searchManifest(files, key, present, filter, storedCountOf(batch, filter))), ...members }
  } catch (error) {
    if (error instanceof FileMissing) return { ...noRows, ...members }
    throw error
  }
}

type FieldFilter = { fields: readonly string[] | undefined; kind: ChangeKind | undefined }

type RowFilter = { outcome: ListedOutcome | undefined; changes: FieldFilter | undefined; q: string; page: number }

function toRowFilter(batch: ImportBatch, { outcome, field, kind, q = '', page }: ImportRowsQuery): RowFilter {
  if (field ?? kind) return { outcome: 'changed', changes: { fields: field?.split(','), kind }, q, page }
  const requested = outcome === 'opening' ? openingOutcomeOf(batch) : outcome
  return { outcome: requested === 'all' ? undefined : requested, changes: undefined, q, page }
}

function openingOutcomeOf({ status, undoes_id, counts }: ImportBatch): ListedOutcome | undefined {
  if (status !== 'review' || undoes_id || !counts) return undefined
  return (['changed', 'new', 'deletes'] as const).find((outcome) => counts[outcome] > 0)
}

const noRows: RowPage = { rows: null, page: 1, pages: 1, matching: 0 }

function storedCountOf(batch: ImportBatch, { outcome, changes, q }: RowFilter): number | undefined {
  if (q || changes) return undefined
  // A completed batch's manifest contains the results.
  const counts = batch.status === 'completed' && batch.results ? batch.results : batch.counts!
  return counts[outcome === 'deletes' || !outcome ? 'rows' : outcome] ?? 0
}

/** If `known`, the number of matching rows, is given, stops reading after the requested page. */
async function searchManifest(
  files: Files,
  key: string,
  present: RowPresenter,
  filter: RowFilter,
  known: number | undefined,
): Promise<RowPage> {
  const parseIfMatching = createMatcher(filter)
  const page = known === undefined ? filter.page : Math.min(filter.page, pagesOf(known))
  const end = known === undefined ? Infinity : Math.min(page * rowsPerPage, known)
  // The rows of the requested page, or of the last page if there are fewer pages.
  let pageRows: ReviewedRow[] = []
  let matching = 0
  let isHeader = true
  for await (const lines of splitLines(await files.read(key))) {
    for (const line of isHeader ? lines.slice(1) : lines) {
      const row = matching < end ? parseIfMatching(line) : undefined
      if (!row) continue
      if (matching < page * rowsPerPage) {
        if (matching % rowsPerPage === 0) pageRows = []
        pageRows.push(row)
      }
      matching++
    }
    isHeader = false
    if (matching >= end) break
  }
  const pages = pagesOf(known ?? matching)
  return { rows: pageRows.map(present), page: Math.min(page, pages), pages, matching: known ?? matching }
}

/** Returns a function that parses a manifest line, or returns undefined if its row does not match the filter. */
function createMatcher({ q, outcome, changes }: RowFilter): (line: Buffer) => ReviewedRow | undefined {
  const needle = q.toLowerCase()
  const quick = JSON.stringify(needle).slice(1, -1)
  const isStored = rowOutcomes.some((stored) => stored === outcome)
  const outcomeText = isStored ? `"outcome":"${outcome}"` : ''
  return (line) => {
    if (!line.includes(outcomeText)) return undefined
    const json = line.toString()
    if (!json.toLowerCase().includes(quick)) return undefined
    const row = parseRow(json)
    return hasOutcome(row, outcome) && hasChange(row, changes) && hasText(row, needle) ? row : undefined
  }
}

function hasChange(row: ReviewedRow, changes: FieldFilter | undefined): boolean {
  if (!changes) return true
  const { fields, kind } = changes
  return (row.changes ?? []).some(
    (change) => (fields?.includes(change.field) ?? true) && (kind ?? classifyChange(change)) === classifyChange(change),
  )
}

function hasOutcome(row: ReviewedRow, outcome: ListedOutcome | undefined): boolean {
  if (!outcome || outcome === 'deletes') return true
  if (outcome === 'corrected') return row.corrected !== undefined
  return outcome === 'warnings' ? row.outcome !== 'skipped' && row.reason !== null : row.outcome === outcome
}

function hasText({ key, name, reason, values, changes }: ReviewedRow, needle: string): boolean {
  return [key, name, reason, ...values, ...(changes ?? []).flatMap(({ before, after }) => [before, after])].some(
    (value) => value?.toLowerCase().includes(needle),
  )
}

type RowPresenter = (row: ReviewedRow) => ImportRow

function createRowPresenter(header: ManifestHeader, { corrections }: ImportBatch): RowPresenter {
  const correctionByLine = new Map((corrections ?? []).map((correction) => [correction.line, correction]))
  return (row) => {
    const { line, outcome, key, name, reason, difference = null, cells, corrected } = row
    const isNewInFile = outcome === 'new' && !header.undoes
    const changes = isNewInFile ? newValues(header, row) : [...(row.changes ?? [])]
    const { by = null, at = null } = correctionByLine.get(line) ?? {}
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

type RowPage = PageMembers & { rows: ImportRow[] | null }

const deletedRecord = z.object({
  buid: z.string(),
  name: z.string(),
  employer: z.string(),
  job_title: z.string().nullable(),
  start_date: z.string().nullable(),
})

async function readDeletedRows(db: Db, batch: ImportBatch, { q, page }: ImportRowsQuery): Promise<RowPage> {
  const isOver = batch.status === 'completed'
  const records = isOver
    ? sql`
        select buid, fields -> 'employer' ->> 0 as employer, fields -> 'job_title' ->> 0 as job_title,
          fields -> 'start_date' ->> 0 as start_date, id
        from record_changes
        where import_type = 'employment'
          and import_batch_id = ${batch.id}
          and action = 'deleted'`
    : sql`
        select buid, employer, job_title, start_date::text, id
        from employments
        where not exists (
          select
          from employment_import_kept
          where batch_id = ${batch.id}
            and employment_id = employments.id
        )`
  const needle = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = sql`
    from (${records}) record
    join alumni using (buid)
    where concat_ws(' ', buid, employer, job_title, first_name, last_name) ilike ${needle}`
  return readPage(page, {
    matching: countFrom(db, found),
    async read({ limit, offset }) {
      const page = sql`
        select buid, employer, job_title, start_date, concat_ws(' ', first_name, last_name) as name
        ${found}
        order by record.id
        limit ${limit}
        offset ${offset}`
      return (await selectRaw(db, deletedRecord)`${page}`).map(toDeletedRow)
    },
  })
}

function toDeletedRow({ buid, name, employer, job_title, start_date }: z.infer<typeof deletedRecord>): ImportRow {
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
