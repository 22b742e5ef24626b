import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { getPoolOptions } from '../src/foundations/database/connections.ts'
import type { Context } from '../src/foundations/context.ts'
import { transact } from '../src/foundations/database/db.ts'
import { openDb } from '../src/schema.ts'
import { prepared } from './prepared.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import type { DemoDatabase } from './demo-database.ts'

const query = 'select buid from alumni where id'

/** Adds two routes for comparison: one query, and a short transaction. */
export async function serve({ app: url, folder }: DemoDatabase, settings: Record<string, string>) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SESSION_SECRET: 'a secret for the bench, long enough',
    ...settings,
  })
  const db = await openDb(url, getPoolOptions('server', config))
  const context: Context = {
    config,
    db,
    files: await createFiles(config),
  }
  const app = await buildApp(context, {
    log: pino({ level: 'silent' }),
    probe: (scope) => {
      scope.get('/point', async ({ db }) => (await prepared(db, `${query} = $1`, [1]))[0])
      scope.get('/transaction', async ({ db }) =>
        transact(db, async ({ entities }) => {
          await entities.execute(`${query} = 1`)
          return (await entities.execute(`${query} = 2 for share`))[0]
        }),
      )
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // The reads after a start are not measured.
  await app.peopleIndex.catchUp()
  return {
    config,
    db,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}
