import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { toDatabaseLimitMs, getRequestLimitMs } from '../../foundations/database/request-limits.ts'
import { Outages } from '../../foundations/database/outages.ts'
import type { Config } from '../../foundations/process/config.ts'
import { PeopleIndex } from './people-index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    peopleIndex: PeopleIndex
  }
}

const catchUpEveryMs = 100
const retryAfterMs = 5000
const cleanUpEveryMs = 3600_000
const maxAgeSeconds = 10

const parts = {
  index: 'the search index',
  log: 'the log of changes for the search index',
}
type Part = keyof typeof parts

/** Adds `app.peopleIndex`, which starts to load once the server is listening. */
export function maintainPeopleIndex(app: App, { db, config }: Context): void {
  const outages = new Outages<Part>({
    onFailure: (part, error) => app.log.warn(error, `${parts[part]} could not be kept up to date`),
    onRecovery: (part) => app.log.info(`${parts[part]} is kept up to date again`),
  })
  const index = new PeopleIndex(
    {
      databaseUrl: db.entities.config.get('clientUrl')!,
      limitMs: toDatabaseLimitMs(getRequestLimitMs(config)),
      zone: config.INSTITUTION_TIME_ZONE,
    },
    (error) => outages.reportFailure('index', error),
  )
  app.decorate('peopleIndex', index)
  app.monitor.readiness.add({
    name: 'search index',
    check: async () => assertFresh(index),
    good: 'The search index has everyone.',
    bad: 'The search index is being read, or does not follow what is committed: the log of this server says why.',
  })
  app.monitor.add(
    () => ({ alumni_search_index_age_seconds: index.ageInSeconds }),
    () => sizeOf(index),
  )
  const closing = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
  const repeat = async (part: Part, everyMs: number, work: () => Promise<void>) => {
    for (; !closing.signal.aborted; await wait(everyMs)) {
      try {
        await work()
        outages.reportSuccess(part)
      } catch (error) {
        if (closing.signal.aborted) return
        outages.reportFailure(part, error)
        await wait(retryAfterMs)
      }
    }
  }
  app.addHook('onListen', async () => {
    // Frequent updates are short, so searches hardly wait for them.
    void repeat('index', catchUpEveryMs, () => index.catchUp())
    void repeat('log', cleanUpEveryMs, async () => {
      await deleteFormerIndexFile(config)
      await deleteOldChanges(db)
    })
  })
  app.addHook('onClose', async () => {
    closing.abort()
    await index.close()
  })
}

function assertFresh({ ageInSeconds }: PeopleIndex): void {
  if (ageInSeconds === null || ageInSeconds > maxAgeSeconds) throw new Error('The search index is not up to date')
}

async function sizeOf(index: PeopleIndex) {
  if (!index.isReady) return {}
  const { people, bytes } = await index.state()
  return { alumni_search_index_people: people, alumni_search_index_bytes: bytes }
}

/** Deletes the copy of the index that releases up to v0.14.0 wrote to disk; it contains personal data. */
async function deleteFormerIndexFile({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
  await rm(join(DATA_DIR, 'search-index'), { recursive: true, force: true })
}

/** Deletes change log entries older than a day. An index that is so far behind reads everyone again. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('alumni_changes')
    .where('at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
