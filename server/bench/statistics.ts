import pg from 'pg'
import type { Db } from '../src/foundations/database/db.ts'
import { openDb } from '../src/schema.ts'
import { readStatistics } from '../src/alumni/statistics/read-statistics.ts'
import { refreshStatistics } from '../src/alumni/statistics/refresh-statistics.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'

const boundMs = 50
const freshMs = 60_000

/**
 * All charts under every kind of filter against 50 ms, the naive query beside it, and what it costs to keep them so.
 */
export async function benchStatistics(
  { owner, app }: Pick<DemoDatabase, 'owner' | 'app'>,
  runs: number,
): Promise<void> {
  const db = await openDb(app, { max: 2, statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  try {
    await client.query(
      'vacuum (analyze) statistics_cells, statistics_events, statistics_event_days, statistics_segments, statistics_subjects',
    )
    await measureReads(db, client)
    console.log(
      `     the naive query, no filter         ${(await timed(() => client.query(naive))).toFixed(0).padStart(6)} ms`,
    )
    await measureWrites(client, runs)
    await measureRefresh(db, client)
    console.log(
      `     made anew from nothing             ${(await timed(() => client.query('select rebuild_engagement_statistics()'))).toFixed(0).padStart(6)} ms`,
    )
  } finally {
    await client.end()
    await db.destroy()
  }
}

async function measureReads(db: Db, client: pg.Client): Promise<void> {
  const codes = async (statement: string) => [
    undefined,
    ...(await client.query<{ code: string }>(statement)).rows.map(({ code }) => code),
  ]
  const colleges = await codes('select code from colleges order by code')
  const activities = await codes('select code from activity_codes order by code')
  const affinities = await codes('select affinity_code as code from affinities order by affinity_code')
  // Each pair of filters once, and the third in turn: some 2,500 of 17,000 combinations.
  const asked = [
    ...colleges.flatMap((college) =>
      affinities.map((affinity, n) => ({ college, affinity, activity: activities[n % activities.length] })),
    ),
    ...activities.flatMap((activity) =>
      affinities.map((affinity, n) => ({ activity, affinity, college: colleges[(n + 1) % colleges.length] })),
    ),
  ]
  await readStatistics(db, {})
  const times: number[] = []
  for (const query of asked) times.push(await timed(() => readStatistics(db, query)))
  console.log(boundLine(`all charts, median of ${asked.length} filters`, median(times), boundMs, 'ms'))
  console.log(boundLine('99 of 100', times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!, boundMs, 'ms'))
  console.log(boundLine('the slowest', Math.max(...times), boundMs, 'ms'))
  const whole: number[] = []
  for (let run = 0; run < 20; run++) whole.push(await timed(() => readStatistics(db, {})))
  console.log(boundLine('without a filter', median(whole), boundMs, 'ms'))
}

/** 10,000 engagements in one statement and a chunk of 500 educations, with and without the triggers; nothing stays. */
async function measureWrites(client: pg.Client, runs: number): Promise<void> {
  const writes = {
    '10,000 engagements':
      "insert into engagements (buid, activity_code, engagement_date, description) select buid, 'event_attended', current_date, 'Bench' from alumni order by id limit 10000",
    '500 educations changed':
      "update educations set college_code = case college_code when 'AS' then 'BU' else 'AS' end where id in (select id from educations order by id limit 500)",
  }
  for (const [name, statement] of Object.entries(writes)) {
    const table = name.includes('engagements') ? 'engagements' : 'educations'
    const measure = async (mode: 'enable' | 'disable') => {
      await client.query('begin')
      for (const event of ['insert', 'update', 'delete'])
        await client.query(`alter table ${table} ${mode} trigger ${table}_statistics_${event}`)
      const ms = await timed(() => client.query(statement))
      await client.query('rollback')
      return ms
    }
    const times = { enable: [] as number[], disable: [] as number[] }
    for (let run = 0; run < runs; run++)
      for (const mode of ['disable', 'enable'] as const) times[mode].push(await measure(mode))
    console.log(
      `     ${name.padEnd(34)} ${median(times.enable).toFixed(0).padStart(6)} ms   without the log: ${median(times.disable).toFixed(0)} ms`,
    )
  }
}

async function measureRefresh(db: Db, client: pg.Client): Promise<void> {
  const config = { FISCAL_YEAR_START: '07-01' }
  await refreshStatistics({ db, config })
  const refresh = () => timed(() => refreshStatistics({ db, config }))
  await client.query(
    "insert into engagements (buid, activity_code, engagement_date, description) values ('B00000001', 'gift', current_date, null)",
  )
  console.log(boundLine('refresh after one engagement', await refresh(), freshMs, 'ms'))
  await client.query(
    "insert into engagements (buid, activity_code, engagement_date, description) select buid, 'event_attended', current_date, 'Bench' from alumni order by id limit 10000",
  )
  console.log(boundLine('refresh after 10,000 engagements', await refresh(), freshMs, 'ms'))
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
