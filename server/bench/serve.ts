import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import type { Context } from '../src/foundations/context.ts'
import { openDb } from '../src/schema.ts'
import { prepared } from '../src/foundations/database/prepared.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import type { DemoDatabase } from './demo-database.ts'

/** The whole server on a port of this machine, with one more route that asks one point query. */
export async function serve({ app: url, folder }: DemoDatabase, settings: Record<string, string>) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SESSION_SECRET: 'a secret for the bench, long enough',
    ...settings,
  })
  const db = await openDb(url, { max: 10, statementTimeoutMs: 20_000 })
  const context: Context = {
    config,
    db,
    files: await createFiles(config),
  }
  const app = await buildApp(context, {
    log: pino({ level: 'silent' }),
    probe: (scope) =>
      void scope.get('/point', async ({ db }) => (await prepared(db, 'select buid from alumni where id = $1', [1]))[0]),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // What is read after a start is no part of what is measured.
  await app.searchIndex.catchUp()
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
