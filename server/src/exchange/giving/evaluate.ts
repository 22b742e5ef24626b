import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import {
  giftCode,
  giftRowOutcomes,
  type GiftRowOutcome,
  type GivingEvaluation,
  type GivingYear,
} from '@alumni/shared/exchange/giving'
import {
  coverageOf,
  lastCoveredDayOf,
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

type Window = { id: number; coverage_start: string; coverage_end: string; uploaded_on: string }

export type Days = { from: string; to: string }
/** The effect of an import now, and the days whose gifts it would replace. */
type Evaluated = { evaluation: GivingEvaluation; replaced: Days | null }

/** Works out anew what an import would do, and keeps it as what its person is shown; call it in a transaction. */
export async function evaluateAnew(db: Db, id: number, fiscalYearStart: string): Promise<void> {
  // Asked first: an import that comes in between is then one that this evaluation does not know.
  const last = await db.find(
    'giving_imports',
    ['engagement_batch_id as id'],
    { committed_at: isNotNull },
    { by: '-engagement_batch_id' },
  )
  const window = await db.get('giving_imports', ['id', 'coverage_start', 'coverage_end', 'uploaded_on'], { id })
  const { evaluation, replaced } = await evaluate(db, window as Window, fiscalYearStart)
  await noteOutcomes(db, id, givingRows(window as Window, replaced))
  await db.update('giving_imports', { id }, { evaluation: JSON.stringify(evaluation), after_batch_id: last?.id ?? 0 })
}

/** For the issues: rows without an outcome are gifts. */
async function noteOutcomes(db: Db, id: number, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    update giving_import_rows r set outcome = nullif(n.outcome, 'gift') from ${rows} n
    where r.import_id = ${id} and r.line = n.line and r.outcome is distinct from nullif(n.outcome, 'gift')
  `.execute(db)
}

/** Works out what an import would do to what is on file now. */
export async function evaluate(db: Db, stated: Window, fiscalYearStart: string): Promise<Evaluated> {
  const window = {
    start: stated.coverage_start,
    end: stated.coverage_end,
    uploadedOn: stated.uploaded_on,
    today: utcToday(),
  }
  const ofWindow = yearsOfWindow(window, fiscalYearStart)
  const replaced = findReplacedDays(
    ofWindow.map((year) => coverageOf(year, window, fiscalYearStart)),
    window,
  )
  const { rows, gifts } = await countAll(db, stated, replaced, fiscalYearStart)
  const years = [...new Set([...ofWindow, ...rows.byYear.keys(), ...gifts.keys()])]
    .toSorted((a, b) => b - a)
    .map((year) => yearOf(coverageOf(year, window, fiscalYearStart), rows.byYear.get(year) ?? 0, gifts.get(year)))
    // A window may end long after today; years to come are named only where there are gifts in them.
    .filter(({ from, rows_in_file, gifts_before }) => from <= window.today || rows_in_file > 0 || gifts_before > 0)
  const gap = years.find(({ gap_days }) => gap_days !== null)?.gap_days ?? 0
  const losing = years.filter((year) => year.needs_loss_confirmation)
  return {
    replaced,
    evaluation: {
      years,
      rows: rows.counts,
      deletes: sum(years.map((year) => year.gifts_before + year.new_gifts - year.gifts_after)),
      inserts: rows.counts.gift,
      confirm_gap: gap > unconfirmedGapDays ? gap : null,
      confirm_loss: losing.length > 0 ? sum(losing.map((year) => year.givers_before - year.givers_after)) : null,
    },
  }
}

/** The rows of an import with the outcome of each, as a subquery. `replaced` are the days of the fiscal years that it replaces. */
export function givingRows(stated: Window, replaced: Days | null): RawBuilder<unknown> {
  const covered = lastCoveredDayOf({ end: stated.coverage_end, uploadedOn: stated.uploaded_on })
  return sql`(
    select r.line, r.gift_date, a.buid,
      case
        when r.problem is not null then 'unreadable'
        when a.people is null then 'unmatched'
        when a.people > 1 then 'ambiguous'
        when not r.gift_date <@ ${daysBetween({ from: stated.coverage_start, to: covered })} then 'outside'
        when not r.gift_date <@ ${daysBetween(replaced)} then 'untouched'
        when row_number() over (partition by r.crm_id, r.gift_date order by r.line) > 1 then 'duplicate'
        else 'gift'
      end as outcome
    from giving_import_rows r
    left join (
      select crm_id, min(buid) as buid, count(*) as people from alumni where crm_id is not null group by crm_id
    ) a on a.crm_id = r.crm_id
    where r.import_id = ${stated.id}
  )`
}

function daysBetween(days: Days | null): RawBuilder<unknown> {
  return days && days.from <= days.to
    ? sql`daterange(${days.from}::date, ${days.to}::date, '[]')`
    : sql`'empty'::daterange`
}

/** Rows of the file by outcome, or gifts and givers, of a year: before and after. */
const counted = z.object({
  year: z.number().nullable(),
  outcome: z.enum(giftRowOutcomes).nullable(),
  rows: z.number(),
  new_gifts: z.number(),
  gifts_before: z.number(),
  gifts_after: z.number(),
  givers_before: z.number(),
  givers_after: z.number(),
})
type GiftsOfYear = Omit<z.infer<typeof counted>, 'year' | 'outcome' | 'rows'>

/** The fiscal year of a column's day: moved back so far that the year begins on January 1. */
function fiscalYearOf(column: string, start: string): RawBuilder<number> {
  const [month, day] = start.split('-').map(Number) as [number, number]
  const moved = sql`${sql.ref(column)} - make_interval(months => ${sql.lit(month - 1)}, days => ${sql.lit(day - 1)})`
  return sql`(extract(year from ${moved})::integer + ${sql.lit(start === '01-01' ? 0 : 1)})`
}

/** In one statement: what becomes of the rows is worked out once for both. */
async function countAll(db: Db, stated: Window, replaced: Days | null, fiscalYearStart: string) {
  const found = await selectRaw(
    db,
    counted,
    sql`
      with file_rows as materialized (select gift_date, buid, outcome from ${givingRows(stated, replaced)} n)
      select ${fiscalYearOf('gift_date', fiscalYearStart)} as year, outcome, count(*) as rows,
        0 as new_gifts, 0 as gifts_before, 0 as gifts_after, 0::bigint as givers_before, 0::bigint as givers_after
      from file_rows group by 1, 2
      union all
      select year, null, 0, sum(new)::integer, sum(before)::integer, sum(after)::integer,
        count(*) filter (where before > 0), count(*) filter (where after > 0)
      from (
        select ${fiscalYearOf('day', fiscalYearStart)} as year, sum(new) as new, sum(before) as before, sum(after) as after
        from (
          select engagement_date as day, buid, 0 as new, 1 as before, (not engagement_date <@ ${daysBetween(replaced)})::integer as after
          from engagements where activity_code = ${sql.lit(giftCode)}
          union all
          select gift_date, buid, 1, 0, 1 from file_rows where outcome = 'gift'
        ) gifts group by year, buid
      ) people group by year
    `,
  )
  const counts = Object.fromEntries(giftRowOutcomes.map((outcome) => [outcome, 0])) as Record<GiftRowOutcome, number>
  const byYear = new Map<number, number>()
  const gifts = new Map<number, GiftsOfYear>()
  for (const { year, outcome, rows, ...ofYear } of found) {
    if (outcome === null) gifts.set(year!, ofYear)
    else counts[outcome] += rows
    if (year !== null) byYear.set(year, (byYear.get(year) ?? 0) + rows)
  }
  return { rows: { counts: { rows: sum(Object.values(counts)), ...counts }, byYear }, gifts }
}

function yearOf(coverage: YearCoverage, rows_in_file: number, gifts: GiftsOfYear = nothing): GivingYear {
  const is_replaced = coverage.reason === null
  const needs_loss_confirmation = is_replaced && isLargeLoss(gifts.givers_before, gifts.givers_after)
  return { ...coverage, is_replaced, rows_in_file, ...gifts, needs_loss_confirmation }
}

const nothing = { new_gifts: 0, gifts_before: 0, gifts_after: 0, givers_before: 0, givers_after: 0 }

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
