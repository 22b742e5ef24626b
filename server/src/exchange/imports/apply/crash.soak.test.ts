import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ImportType } from '@alumni/shared/exchange/imports'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { buildImportStory, csv, type ImportStory } from '../testing/import-story.ts'
import { scanImport } from '../scan/scan.ts'
import { waitForExit, spawnStoppedJob } from '../testing/stopped-job.ts'

const leastKills = 25
const undisturbed = await buildImportStory()
const disturbed = await buildImportStory()

const people = csv(
  'BUID,First Name,Last Name,Contact ID',
  ...buildLines(1200, (n) => `${buid(n)},First${n % 40},Last${n % 70},C-${String(n).padStart(9, '0')}`),
)
const changes = csv(
  'BUID,First Name,Last Name,Primary Email',
  ...buildLines(7000, (n) =>
    n % 90 === 0
      ? 'Bad,row,,'
      : `${buid(n)},First${n % 40},${n % 3 === 0 ? 'Changed' : `Last${n % 70}`},${n % 5 === 0 ? `p${n}@example.org` : ''}`,
  ),
)
const jobs = csv(
  'BUID,Employer,Job Title,Start Date',
  ...buildLines(
    1100,
    (n) => `${buid(n)},Employer ${n % 30},Title ${n % 9},2020-01-${String((n % 28) + 1).padStart(2, '0')}`,
  ),
)
const fewerJobs = csv(
  'BUID,Employer,Job Title,Start Date',
  ...buildLines(
    900,
    (n) => `${buid(n)},Employer ${n % 30},Title ${n % 7},2020-01-${String((n % 28) + 1).padStart(2, '0')}`,
  ),
)

test(`a worker killed at ${leastKills} moments leaves the same tables as an undisturbed run`, async () => {
  for (const story of [undisturbed, disturbed]) {
    await story.importFile('contacts', people)
    await story.importFile('employment', jobs)
  }
  const random = seededRandom(2026)
  let kills = 0
  for (let round = 0; kills < leastKills; round++) {
    const file = changes.replaceAll('Changed', `Changed${round}`)
    await undisturbed.importFile('contacts', file)
    kills += await importWithKills('contacts', file, () => 12 + random(12))
    const jobsFile = fewerJobs.replaceAll('Title', `Title ${round}`)
    await undisturbed.importFile('employment', jobsFile)
    kills += await importWithKills('employment', jobsFile, () => 12 + random(10))
  }
  expect(await tables(disturbed)).toEqual(await tables(undisturbed))
})

test('a worker that is frozen while another takes its batch writes nothing when it resumes', async () => {
  const file = csv('BUID,Last Name', ...buildLines(3000, (n) => `${buid(n)},Thawed${n}`))
  for (const statement of [9, 14]) {
    const { id } = await disturbed.scanFile('contacts', file.replaceAll('Thawed', `Thawed${statement}`))
    await disturbed.commit('contacts', id)
    const frozen = job('apply', 'contacts', id, 'SIGSTOP', statement)
    await isStopped(frozen.pid!)
    expect(await disturbed.apply('contacts', id)).toMatchObject({ section: 'Results' })
    const before = await tables(disturbed)
    process.kill(frozen.pid!, 'SIGCONT')
    await waitForExit(frozen)
    expect(await tables(disturbed)).toEqual(before)
    expect(await disturbed.status('contacts', id)).toMatchObject({ section: 'Results', error: null })
  }
})

test('a file that stops the worker three times at the same place fails with a message', async () => {
  const { id } = await disturbed.scanFile(
    'contacts',
    csv('BUID,Last Name', ...buildLines(20, (n) => `${buid(n)},Stopped`)),
  )
  await disturbed.commit('contacts', id)
  for (let kill = 0; kill < 3; kill++) await waitForExit(job('apply', 'contacts', id, 'SIGKILL', 6))
  expect(await disturbed.apply('contacts', id)).toMatchObject({
    section: 'Failed',
    error: expect.stringContaining('three times') as string,
  })
})

async function importWithKills(type: ImportType, file: string, moment: () => number): Promise<number> {
  let kills = 0
  const { id } = (await disturbed.upload(type, file)).json<{ id: number }>()
  const isScanning = async () => (await disturbed.status(type, id)).status === 'scanning'
  while (kills < 2 && (await isScanning())) kills += await waitForExit(job('scan', type, id, 'SIGKILL', moment()))
  if (await isScanning()) await scanImport(disturbed.context, { type, id })
  const { counts } = await disturbed.status(type, id)
  expect((await disturbed.commit(type, id, counts!.deletes)).statusCode).toBe(200)
  while ((await disturbed.status(type, id)).status === 'running')
    kills += await waitForExit(job('apply', type, id, 'SIGKILL', moment()))
  expect(await disturbed.status(type, id)).toMatchObject({ status: 'completed', results: counts })
  return kills
}

const job = (
  ...args: [name: 'scan' | 'apply', type: ImportType, id: number, signal: 'SIGKILL' | 'SIGSTOP', at: number]
) => spawnStoppedJob(disturbed, ...args)

async function isStopped(pid: number): Promise<void> {
  const { readFile } = await import('node:fs/promises')
  while (!/^State:\s+T/m.test(await readFile(`/proc/${pid}/status`, 'utf8'))) await pause(20)
}

async function tables({ db }: ImportStory) {
  const read = async (query: string) => (await sql.raw(query).execute(db)).rows
  return {
    alumni: await read("select to_jsonb(a) - '{id,created_at,updated_at}'::text[] as row from alumni a order by buid"),
    employments: await read(
      "select to_jsonb(e) - '{id,created_at,updated_at}'::text[] as row from employments e order by buid, employer, start_date",
    ),
    history: await read(
      'select buid, record, action, fields, import_type, import_batch_id from record_changes order by import_type, import_batch_id, buid, record, action, fields::text',
    ),
  }
}

function buildLines(count: number, line: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => line(n + 1))
}

function buid(n: number): string {
  return `B${String(n).padStart(8, '0')}`
}
