import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { SearchIndex } from './search-index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Everyone on file, in memory: read when the server listens, or at first use. */
    searchIndex: SearchIndex
  }
}

const lookEveryMs = 100
const afterFailureMs = 5000
const saveImageMs = 15 * 60_000
const forgetMs = 3600_000

/**
 * Gives all routes `app.searchIndex`. From when the server listens it is kept up to date, with an image of it on disk
 * and its change log.
 */
export function maintainSearchIndex(app: App, { db, config }: Context): void {
  const warn = (error: unknown) => app.log.warn(error, 'the search index could not be kept up to date')
  const index = new SearchIndex(
    { databaseUrl: db.entities.config.get('clientUrl')!, folder: join(config.DATA_DIR, 'search-index') },
    warn,
  )
  app.decorate('searchIndex', index)
  const closing = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    for (; !closing.signal.aborted; await wait(everyMs)) {
      await work().catch(async (error: unknown) => {
        if (closing.signal.aborted) return
        warn(error)
        await wait(afterFailureMs)
      })
    }
  }
  app.addHook('onListen', async () => {
    // What others commit is read soon after, so that little is left to read when someone asks.
    void repeat(lookEveryMs, () => index.catchUp())
    void repeat(saveImageMs, () => index.saveImage())
    void repeat(forgetMs, () => forgetOldChanges(db))
  })
  app.addHook('onClose', async () => {
    closing.abort()
    await index.close()
  })
}

/** The change log is kept for a day: every server has read older entries long ago. */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('alumni_changes')
    .where('at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
