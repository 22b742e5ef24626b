import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'
import { whileOpen } from '../../../testing/two-at-once.ts'
import { readStatistics } from './read-statistics.ts'
import { refreshStatistics } from './refresh-statistics.ts'
import { naiveStatistics } from './testing/naive-statistics.ts'

const { imported, db, context } = await buildImportStory()
const buids = Array.from({ length: 2000 }, (_, n) => `B${String(n + 1).padStart(8, '0')}`)
const today = '2026-11-21'

test('an import of degrees, batches of engagements for the same people and refreshes at once: none fails, and nothing is lost', async () => {
  await sql`insert into alumni (buid) select unnest(${buids}::text[])`.execute(db)
  const degrees = (college: string) =>
    csv('BUID,Degree Code,Degree Date,College Code', ...buids.map((buid) => `${buid},BA,2010-05-01,${college}`))
  let isImporting = true
  const whileImporting = async (work: (round: number) => Promise<unknown>) => {
    let round = 0
    do await work(round++)
    while (isImporting)
    return round
  }
  const imports = imported('educations', degrees('AS'))
    .then(() => imported('educations', degrees('BU')))
    .finally(() => (isImporting = false))
  const [batch, batches] = await Promise.all([
    imports,
    whileImporting((round) =>
      sql`insert into engagements (buid, activity_code, engagement_date) select buid, 'gift', ${today}::date - ${round % 900}::int from alumni order by buid desc limit 1000`.execute(
        db,
      ),
    ),
    whileImporting(() => refreshStatistics(context, undefined, today)),
    whileImporting(() => refreshStatistics(context, undefined, today)),
  ])
  expect(batch.results).toMatchObject({ rows: 2000, changed: 2000, skipped: 0 })
  await refreshStatistics(context, undefined, today)
  const { refreshed_at: _, ...page } = await readStatistics(db, {})
  expect(page.by_year.reduce((sum, year) => sum + year.engagements, 0)).toBe(batches * 1000)
  expect(page.by_college).toMatchObject([{ code: 'BU', alumni: 2000 }])
  expect(page).toEqual(await naiveStatistics(db, {}, '07-01', today))
})

test('a page is of one moment: what changes while it is read is in none of its charts', async () => {
  await db.insertInto('activity_codes').values({ code: 'reunion', name: 'Reunion' }).execute()
  await sql`insert into alumni (buid) values ('B90000001')`.execute(db)
  await sql`insert into engagements (buid, activity_code, engagement_date, description) values ('B90000001', 'reunion', '2026-10-17', 'Homecoming')`.execute(
    db,
  )
  await refreshStatistics(context, undefined, today)
  const page = await whileOpen(
    db,
    async (db) => {
      // What the last of the charts is read from.
      await sql`lock table statistics_event_days in access exclusive mode`.execute(db)
      await db.updateTable('activity_codes').set({ name: 'Class reunion' }).execute()
    },
    () => readStatistics(db, { activity: 'reunion' }),
  )
  const names = [...page.by_activity, ...page.top_events].map((row) => ('name' in row ? row.name : row.activity_name))
  expect([names.length > 1, new Set(names)]).toEqual([true, new Set(['Reunion'])])
})
