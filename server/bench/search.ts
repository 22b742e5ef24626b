import { loadavg } from 'node:os'
import pg from 'pg'
import type { SearchQuery } from '@alumni/shared/alumni/search'
import { PeopleIndex } from '../src/alumni/people-index/index.ts'
import { searchAlumni } from '../src/alumni/search/read-found.ts'
import type { Db } from '../src/foundations/database/db.ts'
import { openDb } from '../src/schema.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, boundLine, recordFigure, median, ratioLine, timed } from './report.ts'

const goalMs = 50

/** Measures generated searches, the time to load the people index, and its cost on writes. */
export async function benchSearch(database: DemoDatabase, runs: number): Promise<void> {
  const db = await openDb(database.app, { max: 5, statementTimeoutMs: 60_000 })
  const owner = new pg.Client({ connectionString: database.owner })
  await owner.connect()
  const index = new PeopleIndex({ databaseUrl: database.app }, console.error)
  try {
    const before = process.cpuUsage()
    const load = await timed(() => index.catchUp())
    const { user, system } = process.cpuUsage(before)
    console.log(boundLine('reading everyone', load, (12_000 * database.alumni) / 300_000, 'ms'))
    console.log(
      `     of which the processor worked ${((user + system) / 1000).toFixed(0)} ms; load ${loadavg()[0]!.toFixed(1)}`,
    )
    await benchCombinations(db, index, await combinations(owner))
    await benchMemory(index, database.alumni)
    await benchFreshness(db, index, owner)
    await benchWriters(owner, runs)
  } finally {
    await index.close()
    await owner.end()
    await db.destroy()
  }
}

async function benchMemory(index: PeopleIndex, alumni: number): Promise<void> {
  const { people, bytes, heapBytes } = await index.state()
  const mb = (count: number) => Math.round(count / 1024 ** 2)
  console.log(`     ${people} people in ${mb(bytes)} MB of columns and lists, ${mb(heapBytes)} MB of texts and code`)
  console.log(boundLine('memory of the index', mb(bytes + heapBytes), alumni > 300_000 ? 500 : 200, 'MB'))
}

async function benchCombinations(db: Db, index: PeopleIndex, queries: SearchQuery[]): Promise<void> {
  for (let run = 0; run < 30; run++)
    await searchAlumni(db, index, { q: 'jose', college: ['EN'], sort: '-class_year', page: 1 })
  const times: { query: SearchQuery; ms: number; matching: number }[] = []
  for (const query of queries) {
    const start = performance.now()
    const { matching } = await searchAlumni(db, index, query)
    times.push({ query, ms: performance.now() - start, matching })
  }
  times.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.ms
  console.log(
    `${times.length} combinations; the middle one matches ${median(times.map(({ matching }) => matching)).toLocaleString('en')} people`,
  )
  console.log(
    `     search page, p50 ${at(0.5).toFixed(1)} ms${recordFigure('search page, p50', at(0.5))}, max ${at(1).toFixed(1)} ms: ${JSON.stringify(times.at(-1)!.query)}`,
  )
  console.log(boundLine('search page, p95', at(0.95), goalMs, 'ms'))
}

async function benchFreshness(db: Db, index: PeopleIndex, owner: pg.Client): Promise<void> {
  for (const people of [1, 500, 10_000]) {
    await owner.query('update alumni set city = city where id <= $1', [people])
    console.log(
      `     search after ${String(people).padStart(6)} people changed ${(await timed(() => searchAlumni(db, index, { page: 1 }))).toFixed(0).padStart(6)} ms`,
    )
  }
}

const writes = {
  'import chunk of 500 alumni': [
    'alumni_note_update',
    "update alumni set city = city || '.' where id between 1001 and 1500",
  ],
  '500 degrees': [
    'educations_note_insert',
    "insert into educations (buid, kind, degree_code, degree_date) select buid, 'degree', 'BENCH', '2001-01-01' from alumni where id between 1001 and 1500",
  ],
  '10,000 engagements': [
    'engagements_note_insert',
    "insert into engagements (buid, activity_code, engagement_date) select buid, 'gift', '2026-01-01' from alumni where id between 1001 and 11000",
  ],
} as const

async function benchWriters(owner: pg.Client, runs: number): Promise<void> {
  for (const [name, [trigger, statement]] of Object.entries(writes)) {
    const table = trigger.replace(/_note_.*/, '')
    const write = async (isNoted: boolean) => {
      await owner.query('begin')
      if (!isNoted) await owner.query(`alter table ${table} disable trigger ${trigger}`)
      const taken = await timed(() => owner.query(statement))
      await owner.query('rollback')
      return taken
    }
    console.log(
      ratioLine(
        `${name}, noted`,
        await beside(
          Math.max(runs, 5),
          () => write(true),
          () => write(false),
        ),
        'without',
        1.1,
      ),
    )
  }
}

async function combinations(owner: pg.Client): Promise<SearchQuery[]> {
  const below = seededRandom(7)
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!
  const column = async (query: string) => (await owner.query<{ value: string }>(query)).rows.map(({ value }) => value)
  const vocabulary = {
    people: (
      await owner.query<Record<'first_name' | 'last_name' | 'buid' | 'primary_email' | 'mobile_phone', string>>(
        'select * from alumni where first_name is not null and last_name is not null and primary_email is not null and mobile_phone is not null order by id limit 500',
      )
    ).rows,
    majors: await column('select major_code as value from majors'),
    colleges: await column('select code as value from colleges'),
    affinities: await column('select affinity_code as value from affinities'),
    degrees: await column(
      'select distinct degree_code as value from educations where degree_code is not null order by 1',
    ),
    employers: await column('select employer as value from employments where current order by id limit 200'),
    activities: await column('select distinct activity_code as value from engagements order by 1'),
    states: await column('select state as value from alumni where state is not null order by id limit 200'),
    zips: await column(
      "select postal_code as value from alumni where country = 'US' and postal_code ~ '^[0-9]{5}$' order by id limit 200",
    ),
  }
  const slip = (word: string) => {
    const at = 1 + below(Math.max(1, word.length - 2))
    return word.slice(0, at) + word.slice(at + 1)
  }
  const typed = ({ first_name, last_name, buid, primary_email, mobile_phone }: (typeof vocabulary.people)[number]) =>
    one([
      last_name,
      first_name,
      `${first_name} ${last_name}`,
      last_name.slice(0, 1),
      last_name.slice(0, 2),
      last_name.slice(0, 4),
      `${first_name.slice(0, 3)} ${last_name.slice(0, 3)}`,
      slip(last_name),
      `${slip(first_name)} ${slip(last_name)}`,
      buid,
      buid.slice(0, 6),
      primary_email,
      mobile_phone,
      mobile_phone.slice(-8),
    ])
  const some = (list: readonly string[]) => [...new Set(Array.from({ length: 1 + below(3) }, () => one(list)))]
  const year = () => 1960 + below(60)
  const filters: (() => Partial<SearchQuery>)[] = [
    () => ({ q: typed(one(vocabulary.people)) }),
    () => ({ q: typed(one(vocabulary.people)) }),
    () => ({ college: some(vocabulary.colleges) }),
    () => ({ major: some(vocabulary.majors) }),
    () => ({ degree: some(vocabulary.degrees) }),
    () => {
      const from = year()
      return { year_from: from, year_to: from + below(20) }
    },
    () => ({ affinity: some(vocabulary.affinities) }),
    () => ({ state: some(vocabulary.states) }),
    () => ({ country: one([['US'], ['CA', 'GB']]) }),
    () => ({ near: one(vocabulary.zips), within: one([5, 25, 100, 500]) }),
    () => ({ near: one(vocabulary.zips).slice(0, 1 + below(5)), within: undefined }),
    () => ({ employer: one(one(vocabulary.employers).split(' ')) }),
    () => ({ activity: some(vocabulary.activities) }),
    () => ({ activity: some(vocabulary.activities), engaged_from: `${2018 + below(8)}-07-01` }),
    () => {
      const from = 2018 + below(8)
      return { engaged_from: `${from}-07-01`, engaged_to: `${from + 1}-06-30` }
    },
    () => ({ champion: one(['yes', 'no'] as const) }),
    () => ({ deceased: one(['yes', 'no'] as const) }),
    () => ({ do_not_contact: one(['yes', 'no'] as const) }),
  ]
  const sort = () =>
    one([
      undefined,
      undefined,
      'name',
      '-name',
      'class_year',
      '-class_year',
      'place',
      '-place',
      'last_engaged',
      '-last_engaged',
    ] as const)
  const combine = (parts: (() => Partial<SearchQuery>)[]): SearchQuery => ({
    ...Object.assign({}, ...parts.map((part) => part())),
    sort: sort(),
    page: one([1, 1, 1, 2, 40]),
  })
  return [
    { page: 1 },
    ...filters.flatMap((make) => Array.from({ length: 5 }, () => combine([make]))),
    ...Array.from({ length: 300 }, () => combine(Array.from({ length: 2 + below(3) }, () => one(filters)))),
  ]
}
