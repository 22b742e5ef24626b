import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { migrate, openDb } from '../../schema.ts'

test('a database at [::1] can be migrated and read', async () => {
  const database = await createTestDatabase()
  const { hostname, port } = new URL(database.owner)
  const link = createServer((near) => near.pipe(connect(Number(port), hostname)).pipe(near)).listen(0, '::1')
  await once(link, 'listening')
  const redirect = (url: string) =>
    Object.assign(new URL(url), { hostname: '[::1]', port: (link.address() as AddressInfo).port }).href
  onTestFinished(async () => {
    link.close()
    await database.drop()
  })
  expect(await migrate(redirect(database.owner))).toEqual([])
  const db = await openDb(redirect(database.app), { max: 1, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ one: 1 }])
})
