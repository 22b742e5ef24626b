import pg from 'pg'
import { transact, type Db } from '../database/db.ts'
import { primaryOptions, checkPeriodically } from '../database/primary.ts'
import type { QueueStore } from './jobs.ts'
import type { Outages } from '../database/outages.ts'
import { outboxChannel } from './queue.ts'

/** The parts that a worker needs to learn of jobs and to take them. */
export type QueuePart = 'queue' | 'notifications' | 'outbox'

const pollMs = 1000

/**
 * Hands jobs from the outbox to the queue: at once when PostgreSQL notifies it, and once a second for what was missed.
 */
export function startRelay(
  db: Db,
  databaseUrl: string,
  queue: QueueStore,
  announce: (name: string) => Promise<void>,
  parts: Outages<QueuePart>,
  rowsAtOnce = 1000,
): { stop(): Promise<void> } {
  let isStopped = false
  let relaying = Promise.resolve()
  const relay = () =>
    (relaying = relaying.then(async () => {
      try {
        for (let isMore = true; isMore && !isStopped;) {
          const names = await relayOutbox(db, queue, rowsAtOnce)
          for (const name of new Set(names)) await announce(name)
          isMore = names.length === rowsAtOnce
        }
        parts.reportSuccess('outbox')
      } catch (error) {
        parts.reportFailure('outbox', error)
      }
    }))
  const timer = setInterval(() => void relay(), pollMs)
  const listener = listen(databaseUrl, () => void relay())
  void relay()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await listener.stop()
      await relaying
    },
  }
}

/**
 * Moves the oldest rows, in one transaction with the queue's where that is in PostgreSQL, and names their kinds: at
 * least once, never lost.
 */
async function relayOutbox(db: Db, queue: QueueStore, rowsAtOnce: number): Promise<string[]> {
  return transact(db, async (db) => {
    const rows = await db
      .deleteFrom('job_outbox')
      .where('id', 'in', (outbox) =>
        // Rows that another worker has in hand are left to it.
        outbox.selectFrom('job_outbox').select('id').orderBy('id').limit(rowsAtOnce).forUpdate().skipLocked(),
      )
      .returning(['id', 'name', 'data'])
      .execute()
    if (rows.length > 0)
      await queue.add(
        db,
        rows.toSorted((a, b) => a.id - b.id).map(({ name, data }) => ({ name, data })),
      )
    return rows.map(({ name }) => name)
  })
}

/** Calls `heard` at each notice; a connection that is lost is made again. */
function listen(databaseUrl: string, heard: () => void): { stop(): Promise<void> } {
  let isStopped = false
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  const connect = async () => {
    if (isStopped) return
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'alumni outbox', ...primaryOptions })
    client.on('notification', heard)
    client.once('end', () => void (again = setTimeout(() => void connect(), pollMs)))
    client.on('error', () => undefined) // 'end' follows
    try {
      await client.connect()
      await client.query(`listen ${outboxChannel}`)
      checkPeriodically(client)
    } catch {
      await client.end().catch(() => undefined)
    }
  }
  void connect()
  return {
    async stop() {
      isStopped = true
      await client?.end().catch(() => undefined)
      clearTimeout(again)
    },
  }
}
