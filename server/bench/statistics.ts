import pg from 'pg'
import { PeopleIndex } from '../src/alumni/people-index/index.ts'
import { readStatistics, type StatisticsSource } from '../src/alumni/statistics/read-statistics.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'

const bounds = { noFilter: 110, median: 20, slow: 60, slowest: 130, remembered: 5, searchWaits: 15 }

/** Measures all charts with every kind of filter, repeated without a change, and their effect on searches. */
export async function benchStatistics({ owner, app }: Pick<DemoDatabase, 'owner' | 'app'>): Promise<void> {
  const db = await openDb(app, { max: 2, statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  const index = new PeopleIndex({ databaseUrl: app }, console.error)
  try {
    await index.catchUp()
    await measure({ db, index, fiscalYearStart: '07-01' }, client)
    console.log(
      `     the naive query, no filter         ${(await timed(() => client.query(naive))).toFixed(0).padStart(6)} ms`,
    )
  } finally {
    await index.close()
    await client.end()
    await db.destroy()
  }
}

async function measure(source: StatisticsSource, client: pg.Client): Promise<void> {
  const codes = async (statement: string) => [
    undefined,
    ...(await client.query<{ code: string }>(statement)).rows.map(({ code }) => code),
  ]
  const colleges = await codes('select code from colleges order by code')
  const activities = await codes('select code from activity_codes order by code')
  const affinities = await codes('select affinity_code as code from affinities order by affinity_code')
  // Pairs of filters with a rotating third one: about 2,500 of 17,000 combinations.
  const filters = [
    ...colleges.flatMap((college) =>
      affinities.map((affinity, n) => ({ college, affinity, activity: activities[n % activities.length] })),
    ),
    ...activities.flatMap((activity) =>
      affinities.map((affinity, n) => ({ activity, affinity, college: colleges[(n + 1) % colleges.length] })),
    ),
  ]
  const read = (query: (typeof filters)[number]) => timed(() => readStatistics(source, query))
  const change = () => client.query("update alumni set deceased = deceased where buid = 'B00000001'")
  const everything = { college: undefined, activity: undefined, affinity: undefined }
  await read(everything)
  const whole: number[] = []
  const remembered: number[] = []
  for (let run = 0; run < 20; run++) {
    await change()
    await source.index.catchUp()
    whole.push(await read(everything))
    remembered.push(await read(everything))
  }
  console.log(boundLine('without a filter', median(whole), bounds.noFilter, 'ms'))
  console.log(boundLine('the same again', median(remembered), bounds.remembered, 'ms'))
  const times: number[] = []
  for (const query of filters) times.push(await read(query))
  times.sort((a, b) => a - b)
  console.log(`     ${filters.length} combinations of filters`)
  console.log(boundLine('all charts, median of filters', median(times), bounds.median, 'ms'))
  console.log(boundLine('99 of 100', times[Math.floor(times.length * 0.99)]!, bounds.slow, 'ms'))
  console.log(boundLine('the slowest', times.at(-1)!, bounds.slowest, 'ms'))
  const waits: number[] = []
  for (let run = 0; run < 20; run++) {
    await change()
    await source.index.catchUp()
    const counting = read(everything)
    waits.push(await timed(() => source.index.suggest('mary smith', 10)))
    await counting
  }
  console.log(boundLine('a typeahead meanwhile, the slowest', Math.max(...waits), bounds.searchWaits, 'ms'))
}
const naive = `
  with e as (
    select e.*, extract(year from engagement_date + 184)::int as year from engagements e
  ), first as (
    select buid, min(year) as year from e group by buid
  )
  select
    (select jsonb_agg(to_jsonb(t)) from (select e.year, count(*), count(distinct buid), count(distinct buid) filter (where f.year = e.year) from e join first f using (buid) group by e.year) t),
    (select jsonb_agg(to_jsonb(t)) from (select date_trunc('month', engagement_date), count(*) from e group by 1) t),
    (select jsonb_agg(to_jsonb(t)) from (select activity_code, count(*), count(distinct buid) from e where year = extract(year from current_date + 184)::int group by 1) t),
    (select jsonb_agg(to_jsonb(t)) from (select c.college_code, count(*), count(distinct buid) from e join (select distinct buid, college_code from educations) c using (buid) where year = extract(year from current_date + 184)::int group by 1) t),
    (select jsonb_agg(to_jsonb(t)) from (select affinity_code, count(*), count(distinct buid) from e join alumni_affinities using (buid) where year = extract(year from current_date + 184)::int group by 1) t),
    (select jsonb_agg(to_jsonb(t)) from (select activity_code, description, count(*), count(distinct buid) from e where year = extract(year from current_date + 184)::int group by 1, 2 order by 4 desc limit 20) t)
`
