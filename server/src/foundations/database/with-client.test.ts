import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { withClient } from './with-client.ts'

const { postgres, drop } = await createTestDatabase()
afterAll(drop)

test('the query after a lost connection fails, and the process keeps running', async () => {
  const query = withClient(postgres, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const gone = new Promise<void>((resolve) => client.once('end', resolve))
    await withClient(postgres, (other) => other.query('select pg_terminate_backend($1)', [rows[0]!.pid]))
    await gone
    return client.query('select 1')
  })
  await expect(query).rejects.toThrow('not queryable')
})

test('an error of PostgreSQL is thrown unchanged', async () => {
  const query = withClient(postgres, (client) => client.query('select nothing'))
  await expect(query).rejects.toThrow('column "nothing" does not exist')
})
