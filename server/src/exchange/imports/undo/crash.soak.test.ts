import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ImportType } from '@alumni/shared/exchange/imports'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { scanImport } from '../scan/scan.ts'
import { buildImportStory, csv, type ImportStory } from '../testing/import-story.ts'
import { waitForExit, spawnStoppedJob } from '../testing/stopped-job.ts'

const story = await buildImportStory()

const people = csv(
  'BUID,First Name,City',
  ...buildLines(1500, (n) => `${buid(n)},First${n % 40},${n % 2 ? 'Durham' : ''}`),
)
const moved = csv('BUID,City', ...buildLines(2600, (n) => `${buid(n)},${n % 3 ? 'Raleigh' : 'Durham'}`))
const jobs = csv('BUID,Employer,Job Title', ...buildLines(900, (n) => `${buid(n)},Employer ${n % 30},Title ${n % 9}`))
const fewerJobs = csv(
  'BUID,Employer,Job Title',
  ...buildLines(500, (n) => `${buid(n)},Employer ${n % 20},Title ${n % 9}`),
)

test('a worker that is killed during an undo leaves the state before the import, with each step undone once', async () => {
  await story.importFile('contacts', people)
  await story.importFile('employment', jobs)
  const random = seededRandom(1906)
  const files = { contacts: moved, employment: fewerJobs }
  for (const type of ['contacts', 'employment'] as const) {
    const before = await tables(story)
    const { id } = await story.importFile(type, files[type])
    const undo = await story.startUndo(type, id)
    expect(undo.statusCode).toBe(201)
    const undoId = undo.json<{ id: number }>().id
    let kills = await killRepeatedly('scan', type, undoId, () => 6 + random(10), 2)
    const review = await story.status(type, undoId)
    expect(review.status).toBe('review')
    const { removed } = review.counts!
    await story.commit(type, undoId, removed)
    kills += await killRepeatedly('apply', type, undoId, () => 14 + random(16), 12)
    const results = await story.status(type, undoId)
    expect(results).toMatchObject({ status: 'completed', results: review.counts })
    expect(await tables(story)).toEqual(before)
    expect(await historyLines(type, undoId)).toBe(review.counts!.rows)
    expect(kills).toBeGreaterThanOrEqual(2)
  }
})

async function killRepeatedly(
  name: 'scan' | 'apply',
  type: ImportType,
  id: number,
  moment: () => number,
  maxRuns: number,
) {
  let kills = 0
  while (kills < maxRuns) {
    if (!(await waitForExit(spawnStoppedJob(story, name, type, id, 'SIGKILL', moment())))) return kills
    kills++
  }
  await (name === 'scan' ? scanImport(story.context, { type, id }) : story.apply(type, id))
  return kills
}

async function tables({ db }: ImportStory) {
  const read = async (query: string) => (await sql.raw(query).execute(db)).rows
  return {
    alumni: await read("select to_jsonb(a) - 'updated_at' as row from alumni a order by id"),
    employments: await read("select to_jsonb(e) - 'updated_at' as row from employments e order by id"),
    emails: await read('select * from alumni_emails order by 1, 2'),
  }
}

async function historyLines(type: ImportType, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_changes where import_type = ${type} and import_batch_id = ${id}`.execute(
    story.db,
  )
  return rows[0]!.count
}

function buildLines(count: number, line: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => line(n + 1))
}

function buid(n: number): string {
  return `B${String(n).padStart(8, '0')}`
}
