import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../../testing/test-app.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import { Engine } from '../engine.ts'

const { db, database } = await buildTestApp()
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-image-'))
  return () => rm(folder, { recursive: true, force: true })
})
/** Does something with an index that begins in this folder, and closes it. */
async function withEngine<T>(work: (engine: Engine) => Promise<T>, databaseUrl = database.app): Promise<T> {
  const engine = new Engine({ databaseUrl, folder })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
const names = async (engine: Engine, q: string) => (await engine.suggest(q, 10)).map(({ display_name }) => display_name)
const found = async (engine: Engine, q: string, more = {}) => (await engine.search({ q, ...more }, 0, 10)).matching
/** Someone whom only those know who read everyone: the change log does not tell of them. */
const addUnnoticed = async (buid: string, name: string) => {
  await sql`insert into alumni (buid, last_name) values (${buid}, ${name})`.execute(db)
  await sql`delete from alumni_changes where ${buid} = any (buids)`.execute(db)
}
const wasReadFromImage = async (engine: Engine, name: string) => (await found(engine, name)) === 0

test('a start from the image has everyone and all about them, and what changed since', async () => {
  await sql`insert into alumni (buid, first_name, last_name, mobile_phone, deceased) values ('B00000001', 'José', 'Álvarez', '617-555-0101', true), ('B00000002', 'Siobhán', 'O''Neil', '+353 1 496 0123 4567 8901', false), ('B00000003', 'Gone', 'Soon', null, false)`.execute(
    db,
  )
  await sql`insert into engagements (buid, activity_code, engagement_date, description) values ('B00000001', 'gift', '2026-01-01', 'Tea\n"and" Zoë'), ('B00000003', 'gift', '2026-01-01', null)`.execute(
    db,
  )
  await sql`insert into educations (buid, kind, college_code, degree_code, degree_date) values ('B00000001', 'degree', 'EN', 'BS', '1998-05-17')`.execute(
    db,
  )
  await sql`insert into employments (buid, employer, current) values ('B00000001', 'Acme Rockets', true)`.execute(db)
  await withEngine((engine) => engine.catchUp())
  await addUnnoticed('B00000009', 'Unnoticed')
  await sql`delete from engagements where buid = 'B00000003'`.execute(db)
  await sql`delete from alumni where buid = 'B00000003'`.execute(db)
  await sql`update alumni set first_name = 'Josefa' where buid = 'B00000001'`.execute(db)
  await sql`insert into alumni (buid, last_name) values ('B00000004', 'Newcomer')`.execute(db)
  await withEngine(async (engine) => {
    expect(await wasReadFromImage(engine, 'Unnoticed')).toBe(true)
    expect(await names(engine, 'josefa')).toEqual(['Josefa Álvarez'])
    expect(await found(engine, 'jose')).toBe(1)
    for (const [q, more, matching] of [
      ['newcomer', {}, 1],
      ['soon', {}, 0],
      ['alvarez', { activity: ['gift'] }, 1],
      ['alvarez', { college: ['EN'], degree: ['BS'], year_from: 1998, employer: 'rock', deceased: 'yes' }, 1],
      ['alvarz', {}, 1],
      ['6175550101', {}, 1],
      ['35314960123', {}, 1],
      ['45678901', {}, 1],
    ] as const)
      expect([q, more, await found(engine, q, more)]).toEqual([q, more, matching])
    expect(await engine.describe({ activity_code: 'gift', degreeIn: undefined })).toEqual(['Tea\n"and" Zoë'])
    expect((await engine.textsInUse()).degrees).toEqual(['BS'])
  })
})

test('the image is for its owner only, and nothing else is left', async () => {
  await withEngine((engine) => engine.catchUp())
  expect(await readdir(folder)).toEqual(['search-index.image'])
  expect((await stat(join(folder, 'search-index.image'))).mode & 0o777).toBe(0o600)
})

/** The image as a release with another format would have written it, its digest included. */
function asFormat(image: Buffer, format: number): Buffer {
  const end = 36 + image.readUInt32LE()
  const header = serialize({ ...deserialize(image.subarray(36, end)), format })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return Buffer.concat([length, createHash('sha256').update(header).digest(), header, image.subarray(end)])
}

test.each([
  ['cut off', (image: Buffer) => image.subarray(0, image.length - 40)],
  ['without its digest', (image: Buffer) => image.subarray(0, image.length - 32)],
  ['with one bit changed', (image: Buffer) => image.with(image.length - 60, image.at(-60)! ^ 1)],
  ['empty', () => Buffer.alloc(0)],
  ['not an image', () => Buffer.from('not an image at all, but long enough to be taken for one')],
  ['of another format', (image: Buffer) => asFormat(image, 0)],
])('an image that is %s is not read', async (_, damage) => {
  const path = join(folder, 'search-index.image')
  await withEngine((engine) => engine.catchUp())
  await writeFile(path, damage(await readFile(path)))
  const buid = `B5${String(Math.floor(performance.now() * 1000) % 1e7).padStart(7, '0')}`
  await addUnnoticed(buid, 'Damaged')
  await withEngine(async (engine) => expect(await found(engine, buid)).toBe(1))
})

test('an image of another database is not read, nor one of a state that was undone', async () => {
  await withEngine((engine) => engine.catchUp())
  const image = await readFile(join(folder, 'search-index.image'))
  await addUnnoticed('B00000020', 'Elsewhere')
  const other = await createTestDatabase()
  onTestFinished(() => other.drop())
  await withEngine(async (engine) => expect((await engine.state()).people).toBe(0), other.app)

  await writeFile(join(folder, 'search-index.image'), image)
  await withEngine(async (engine) => expect(await wasReadFromImage(engine, 'Elsewhere')).toBe(true))
  await writeFile(join(folder, 'search-index.image'), image)
  await sql`delete from alumni_changes where source like 'image%'`.execute(db)
  await withEngine(async (engine) => expect(await found(engine, 'Elsewhere')).toBe(1))
})

test('an image that is half a day old is not read: entries of the log may be gone that came after it', async () => {
  await withEngine((engine) => engine.catchUp())
  await addUnnoticed('B00000030', 'Sleeper')
  await sql`update alumni_changes set at = at - interval '13 hours'`.execute(db)
  await withEngine(async (engine) => expect(await found(engine, 'Sleeper')).toBe(1))
})

test('two servers of one machine write it at once, while a third was killed at it, and each start is from a whole one', async () => {
  const half = join(folder, 'search-index.image.b2b5.new')
  await writeFile(half, 'half an ima')
  const [first, second] = [
    new Engine({ databaseUrl: database.app, folder }),
    new Engine({ databaseUrl: database.app, folder }),
  ]
  await Promise.all([first.catchUp(), second.catchUp()])
  for (let round = 0; round < 5; round++) {
    await sql`insert into alumni (buid, last_name) values (${`B0000010${round}`}, 'Both')`.execute(db)
    await Promise.all([first, second].map((engine) => engine.catchUp()))
    await Promise.all([first, second].map((engine) => engine.saveImage()))
  }
  await Promise.all([first.close(), second.close()])
  expect((await readdir(folder)).toSorted()).toEqual(['search-index.image', 'search-index.image.b2b5.new'])
  await addUnnoticed('B00000110', 'Unseen')
  await withEngine(async (engine) => {
    expect(await found(engine, 'both')).toBe(5)
    expect(await wasReadFromImage(engine, 'Unseen')).toBe(true)
  })
})

test('what a process left that died while writing is taken away in time, and does no harm until then', async () => {
  await writeFile(join(folder, 'search-index.image.new'), 'half an ima')
  await withEngine(async (engine) => expect((await engine.state()).people).toBeGreaterThan(0))
  expect(await readdir(folder)).toEqual(['search-index.image', 'search-index.image.new'])
  const longAgo = new Date(Date.now() - 3600_000)
  await utimes(join(folder, 'search-index.image.new'), longAgo, longAgo)
  await sql`insert into alumni (buid, last_name) values ('B00000120', 'Later')`.execute(db)
  await withEngine((engine) => engine.catchUp())
  expect(await readdir(folder)).toEqual(['search-index.image'])
})
