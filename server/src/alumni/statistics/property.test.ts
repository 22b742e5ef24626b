import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StatsQuery } from '@alumni/shared/alumni/statistics'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { readStatistics } from './read-statistics.ts'
import { naiveStatistics } from './testing/naive-statistics.ts'
import { rounds, seed } from '../../../testing/soak.ts'

const { app, db, database } = await buildTestApp()
const people = Array.from({ length: 9 }, (_, n) => `B0000000${n + 1}`)
const [colleges, affinities, activities] = [
  ['AS', 'BU', 'LW'],
  ['CAM01', 'CAM02'],
  ['gift', 'event_attended', 'mentor'],
]
const descriptions = [null, '', 'Homecoming', 'Reunion', 'Founders’ Day']
const starts = ['07-01', '10-01', '02-15', '01-01', '03-01']

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await sql`insert into alumni (buid, deceased) select unnest(${people.slice(0, 7)}::text[]), false`.execute(db)
  await sql`insert into colleges values ('AS', 'Arts and Sciences'), ('BU', 'Business')`.execute(db)
  await sql`insert into affinities values ('CAM01', 'Chess Club', 'Campus Life'), ('CAM02', 'Outing Club', 'Campus Life')`.execute(
    db,
  )
  await sql`insert into activity_codes values ('gift', 'Gift'), ('event_attended', 'Event attended')`.execute(db)
})

afterAll(() => void vi.useRealTimers())

test.each(Array.from({ length: rounds(2, 50) }, (_, run) => seed + run))(
  'after any writes, rollbacks and open transactions, the figures equal those of the records (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
    const start = starts[seed % starts.length]!
    let today = pick(['2024-02-27', '2024-06-29', '2025-02-26', '2026-09-28'])
    const [first, second] = [
      new pg.Client({ connectionString: database.app }),
      new pg.Client({ connectionString: database.app }),
    ]
    await Promise.all([first.connect(), second.connect()])
    try {
      for (let round = 0; round < 12; round++) {
        await first.query('begin isolation level repeatable read')
        await second.query('begin')
        // Each transaction has its own people, because two cannot write the same row.
        for (let n = random(9); n >= 0; n--) await write(first, people.slice(0, 5), pick, random, today)
        for (let n = random(5); n >= 0; n--) await write(second, people.slice(5), pick, random, today)
        if (random(2)) await app.peopleIndex.catchUp()
        await first.query(random(5) ? 'commit' : 'rollback')
        if (random(3) === 0) today = addDays(today, 1 + random(3) ** 4)
        // The second transaction is still open, so its writes do not count.
        await expectFigures(start, today, pick)
        await second.query(random(4) ? 'commit' : 'rollback')
        await expectFigures(start, today, pick)
      }
    } finally {
      await Promise.all([first.end(), second.end()])
    }
  },
)

test('another start of the fiscal year recalculates all figures', async () => {
  for (const start of starts) await expectFigures(start, '2026-09-28', (list) => list[0]!)
})

async function expectFigures(start: string, today: string, pick: <T>(list: readonly T[]) => T): Promise<void> {
  vi.setSystemTime(Date.parse(`${today}T12:00:00Z`))
  const current = Number(today.slice(0, 4))
  const request: StatsQuery[] = [
    {},
    ...Array.from({ length: 4 }, () => ({
      year: pick([undefined, undefined, current, current + 1, current - 1, current - 2]),
      college: pick([undefined, ...colleges, 'none']),
      activity: pick([undefined, ...activities, 'none']),
      affinity: pick([undefined, ...affinities, 'none']),
    })),
  ]
  for (const query of request) {
    const { refreshed_at: _, ...page } = await readStatistics(
      { db, index: app.peopleIndex, fiscalYearStart: start },
      query,
    )
    expect(page, `${JSON.stringify(query)} on ${today}, years from ${start}`).toEqual(
      await naiveStatistics(db, query, start, today),
    )
  }
}

async function write(
  client: pg.Client,
  ownChanges: string[],
  pick: <T>(list: readonly T[]) => T,
  random: (below: number) => number,
  today: string,
): Promise<void> {
  const day = () =>
    addDays(today, random(4) === 0 ? random(60) - 20 : random(3) === 0 ? -365 + random(10) - 5 : -random(1500))
  const ownSlot = 'select id from engagements where buid = any($1) order by id'
  switch (random(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      await client.query(
        'insert into engagements (buid, activity_code, engagement_date, description) select buid, $2, $3, $4 from alumni where buid = any($1)',
        [[pick(ownChanges), pick(ownChanges)], pick([...activities, '']), day(), pick(descriptions)],
      )
      break
    case 4:
      await client.query(`delete from engagements where id in (${ownSlot} offset $2 limit 2)`, [ownChanges, random(6)])
      break
    case 5:
      await client.query(
        `update engagements set activity_code = $3, engagement_date = $4, description = $5 where id in (${ownSlot} offset $2 limit 3)`,
        [ownChanges, random(6), pick(activities), day(), pick(descriptions)],
      )
      break
    case 6:
      await client.query(
        "insert into educations (buid, kind, degree_code, degree_date, college_code) select buid, 'degree', $2, $4, $3 from alumni where buid = $1 on conflict (buid, degree_code, degree_date) where kind = 'degree' do update set college_code = excluded.college_code",
        [
          pick(ownChanges),
          pick(['BA', 'BS', 'JD']),
          pick([...colleges, '', null]),
          random(4) ? addDays(today, 900 - random(2600)) : pick(['2010-05-01', null]),
        ],
      )
      if (random(3) === 0)
        await client.query(
          "insert into educations (buid, kind, area_type, major_code, college_code, degree_date) select buid, 'area_of_study', 'major', $2, $3, $4 from alumni where buid = $1 on conflict do nothing",
          [pick(ownChanges), pick(['CS', 'ART']), pick(colleges), pick([addDays(today, -random(1500)), null])],
        )
      break
    case 7:
      await client.query('delete from educations where buid = $1 and degree_code = $2', [
        pick(ownChanges),
        pick(['BA', 'BS', 'JD']),
      ])
      break
    case 8:
      if (random(2))
        await client.query('delete from alumni_affinities where buid = $1 and affinity_code = $2', [
          pick(ownChanges),
          pick(affinities),
        ])
      else
        await client.query(
          'insert into alumni_affinities select buid, $2 from alumni where buid = $1 on conflict do nothing',
          [pick(ownChanges), pick(affinities)],
        )
      break
    default:
      await client.query(
        'insert into alumni (buid, deceased) values ($1, false) on conflict (buid) do update set deceased = not alumni.deceased',
        [pick(ownChanges)],
      )
  }
}

function addDays(day: string, step: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10)
}
