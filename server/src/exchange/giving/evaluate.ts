import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { giftCode, giftRowOutcomes } from '@alumni/shared/exchange/giving'
import type { GiftRowOutcome, GivingEvaluation, GivingYear } from '@alumni/shared/exchange/giving'
import {
  computeCoverage,
  findLastCoveredDay,
  isLargeLoss,
  findReplacedDays,
  unconfirmedGapDays,
  yearsOfWindow,
  type YearCoverage,
} from '@alumni/shared/exchange/giving-coverage'
import type { Db } from '../../foundations/database/db.ts'
import { isNotNull } from '../../foundations/database/rows.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utcToday } from '../../foundations/days.ts'

type GivingUpload = { id: number; coverage_start: string; coverage_end: string; uploaded_on: string }

export type Days = { from: string; to: string }
type EvaluationResult = { evaluation: GivingEvaluation; replaced: Days | null }

export async function saveEvaluation(db: Db, id: number, fiscalYearStart: string): Promise<void> {
  // Finds the last import first, so that an import during the evaluation counts as later.
  const last = await db.find(
    'giving_imports',
    ['engagement_batch_id as id'],
    { committed_at: isNotNull },
    { by: '-engagement_batch_id' },
  )
  const window = await db.get('giving_imports', ['id', 'coverage_start', 'coverage_end', 'uploaded_on'], { id })
  const { evaluation, replaced } = await evaluateImport(db, window as GivingUpload, fiscalYearStart)
  await saveOutcomes(db, id, selectGivingRows(window as GivingUpload, replaced))
  await db.update('giving_imports', { id }, { evaluation: JSON.stringify(evaluation), after_batch_id: last?.id ?? 0 })
}

async function saveOutcomes(db: Db, id: number, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    update giving_import_rows stored
    set outcome = nullif(evaluated.outcome, 'gift')
    from ${rows} evaluated
    where stored.import_id = ${id}
      and stored.line = evaluated.line
      and stored.outcome is distinct from nullif(evaluated.outcome, 'gift')
  `.execute(db)
}

/** `replaced` is the range of days on which gifts are replaced. */
export async function evaluateImport(db: Db, upload: GivingUpload, fiscalYearStart: string): Promise<EvaluationResult> {
  const window = {
    start: upload.coverage_start,
    end: upload.coverage_end,
    uploadedOn: upload.uploaded_on,
    today: utcToday(),
  }
  const windowYears = yearsOfWindow(window, fiscalYearStart)
  const replaced = findReplacedDays(
    windowYears.map((year) => computeCoverage(year, window, fiscalYearStart)),
    window,
  )
  const { rows, gifts } = await countRowsAndGifts(db, upload, replaced, fiscalYearStart)
  const years = [...new Set([...windowYears, ...rows.byYear.keys(), ...gifts.keys()])]
    .toSorted((a, b) => b - a)
    .map((year) =>
      buildYear(computeCoverage(year, window, fiscalYearStart), rows.byYear.get(year) ?? 0, gifts.get(year)),
    )
    // Omits future years without gifts, because the window may end long after today.
    .filter(({ from, rows_in_file, gifts_before }) => from <= window.today || rows_in_file > 0 || gifts_before > 0)
  const gap = years.find(({ gap_days }) => gap_days !== null)?.gap_days ?? 0
  const losingYears = years.filter((year) => year.needs_loss_confirmation)
  return {
    replaced,
    evaluation: {
      years,
      rows: rows.counts,
      deletes: sum(years.map((year) => year.gifts_before + year.new_gifts - year.gifts_after)),
      inserts: rows.counts.gift,
      confirm_gap: gap > unconfirmedGapDays ? gap : null,
      confirm_loss:
        losingYears.length > 0 ? sum(losingYears.map((year) => year.givers_before - year.givers_after)) : null,
    },
  }
}

/** Matches rows to people and gives each row an outcome, such as `gift` or `duplicate`. */
export function selectGivingRows(upload: GivingUpload, replaced: Days | null): RawBuilder<unknown> {
  const lastCovered = findLastCoveredDay({ end: upload.coverage_end, uploadedOn: upload.uploaded_on })
  return sql`(
    select
      line,
      gift_date,
      buid,
      case
        when problem is not null then 'unreadable'
        when people is null then 'unmatched'
        when people > 1 then 'ambiguous'
        when not gift_date <@ ${dateRange({ from: upload.coverage_start, to: lastCovered })} then 'outside'
        when not gift_date <@ ${dateRange(replaced)} then 'untouched'
        when row_number() over (partition by crm_id, gift_date order by line) > 1 then 'duplicate'
        else 'gift'
      end as outcome
    from giving_import_rows
    left join (
      -- Several people can have the same CRM id.
      select crm_id, min(buid) as buid, count(*) as people
      from alumni
      where crm_id is not null
      group by crm_id
    ) owners using (crm_id)
    where import_id = ${upload.id}
  )`
}

function dateRange(days: Days | null): RawBuilder<unknown> {
  return days && days.from <= days.to
    ? sql`daterange(${days.from}::date, ${days.to}::date, '[]')`
    : sql`'empty'::daterange`
}

/** Counts rows in the file by year and outcome. If `outcome` is null, counts the year's gifts and donors instead. */
const countRow = z.object({
  year: z.number().nullable(),
  outcome: z.enum(giftRowOutcomes).nullable(),
  rows: z.number(),
  new_gifts: z.number(),
  gifts_before: z.number(),
  gifts_after: z.number(),
  givers_before: z.number(),
  givers_after: z.number(),
})
type GiftsOfYear = Omit<z.infer<typeof countRow>, 'year' | 'outcome' | 'rows'>

/** Selects the fiscal year of a date, by shifting the date so that the fiscal year starts on January 1. */
function selectFiscalYear(column: string, start: string): RawBuilder<number> {
  const [month, day] = start.split('-').map(Number) as [number, number]
  const moved = sql`${sql.ref(column)} - make_interval(months => ${sql.lit(month - 1)}, days => ${sql.lit(day - 1)})`
  return sql`(extract(year from ${moved})::integer + ${sql.lit(start === '01-01' ? 0 : 1)})`
}

/** Uses one statement, so that the outcome of each row is computed only once. */
async function countRowsAndGifts(db: Db, upload: GivingUpload, replaced: Days | null, fiscalYearStart: string) {
  const found = await selectRaw(db, countRow)`
      with file_rows as materialized (
        select gift_date, buid, outcome
        from ${selectGivingRows(upload, replaced)} file_row
      ),
      gifts as (${selectGifts(replaced)}),
      -- Counts the gifts of each person in each fiscal year.
      givers as (
        select ${selectFiscalYear('gift_date', fiscalYearStart)} as year,
          sum(new) as new, sum(before) as before, sum(after) as after
        from gifts
        group by year, buid
      )
      -- Rows with an outcome count lines of the file; rows without one count gifts.
      select ${selectFiscalYear('gift_date', fiscalYearStart)} as year, outcome, count(*) as rows,
        0 as new_gifts, 0 as gifts_before, 0 as gifts_after, 0::bigint as givers_before, 0::bigint as givers_after
      from file_rows
      group by year, outcome
      union all
      select year, null as outcome, 0 as rows,
        sum(new)::integer as new_gifts, sum(before)::integer as gifts_before, sum(after)::integer as gifts_after,
        count(*) filter (where before > 0) as givers_before, count(*) filter (where after > 0) as givers_after
      from givers
      group by year
    `
  const counts = Object.fromEntries(giftRowOutcomes.map((outcome) => [outcome, 0])) as Record<GiftRowOutcome, number>
  const byYear = new Map<number, number>()
  const gifts = new Map<number, GiftsOfYear>()
  for (const { year, outcome, rows, ...giftsOfYear } of found) {
    if (outcome === null) gifts.set(year!, giftsOfYear)
    else counts[outcome] += rows
    if (year !== null) byYear.set(year, (byYear.get(year) ?? 0) + rows)
  }
  return { rows: { counts: { rows: sum(Object.values(counts)), ...counts }, byYear }, gifts }
}

/** Selects gifts on file and in `file_rows`. `before` and `after` are 1 if a gift exists before or after the import. */
function selectGifts(replaced: Days | null): RawBuilder<unknown> {
  return sql`
    select engagement_date as gift_date, buid, 0 as new, 1 as before,
      (not engagement_date <@ ${dateRange(replaced)})::integer as after
    from engagements
    where activity_code = ${sql.lit(giftCode)}
    union all
    select gift_date, buid, 1 as new, 0 as before, 1 as after
    from file_rows
    where outcome = 'gift'`
}

function buildYear(coverage: YearCoverage, rows_in_file: number, gifts: GiftsOfYear = noGifts): GivingYear {
  const is_replaced = coverage.reason === null
  const needs_loss_confirmation = is_replaced && isLargeLoss(gifts.givers_before, gifts.givers_after)
  return { ...coverage, is_replaced, rows_in_file, ...gifts, needs_loss_confirmation }
}

const noGifts = { new_gifts: 0, gifts_before: 0, gifts_after: 0, givers_before: 0, givers_after: 0 }

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
