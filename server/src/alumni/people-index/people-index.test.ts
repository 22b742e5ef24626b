import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { PeopleIndex } from './people-index.ts'

const { app, db, config, database } = await buildTestApp()

async function openIndex(databaseUrl = database.app) {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-index-'))
  const errors: Error[] = []
  const index = new PeopleIndex({ databaseUrl, folder }, (error) => void errors.push(error))
  onTestFinished(async () => {
    await index.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { index, errors }
}

test('while the index works, this thread serves others', async () => {
  const { index } = await openIndex()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await Promise.all(Array.from({ length: 200 }, () => index.search({ q: 'nobody is called that' }, 0, 50)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

test('who waits for a thread that breaks down is told so, and the next call starts another', async () => {
  const { index } = await openIndex()
  await index.catchUp()
  expect(index.isReady).toBe(true)
  const waiting = index.search({ q: 'anyone' }, 0, 50)
  index.terminate()
  await expect(waiting).rejects.toThrow('has stopped')
  expect(index.isReady).toBe(false)
  expect((await index.search({}, 0, 50)).matching).toBe(0)
})

test('one that is closed starts no thread again', async () => {
  const { index } = await openIndex()
  await index.catchUp()
  const closed = index.close()
  await expect(index.catchUp()).rejects.toThrow('has stopped')
  await closed
  await expect(index.search({}, 0, 50)).rejects.toThrow('has stopped')
})

test('an error of PostgreSQL arrives as one, and a refusal names its field', async () => {
  const { index } = await openIndex('postgres://nobody:nothing@127.0.0.1:1/none')
  await expect(index.catchUp()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const { index: other } = await openIndex()
  await expect(other.search({ zip: '021', within: 10 }, 0, 1)).rejects.toMatchObject({
    status: 400,
    details: { fields: { zip: 'To search by distance, enter all five digits of the ZIP code.' } },
  })
})

test('from when the server listens, what others commit is read before anyone asks, and an image is there', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitFor(() => expect(app.peopleIndex.isReady).toBe(true), { timeout: 60_000 })
  await sql`insert into alumni (buid, last_name) values ('B00000001', 'Tern')`.execute(db)
  expect(await app.peopleIndex.suggest('tern', 10)).toHaveLength(1)
  const image = join(config.DATA_DIR, 'search-index/search-index.image')
  await vi.waitFor(async () => expect((await stat(image)).size).toBeGreaterThan(0), { timeout: 60_000 })
})
