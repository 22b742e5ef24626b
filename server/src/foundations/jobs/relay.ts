import pg from 'pg'
import { transact, type Db } from '../database/db.ts'
import {
  checkPeriodically,
  checkTimeoutMs,
  closeAbruptly,
  primaryOptions,
  queryWithTimeout,
} from '../database/primary.ts'
import type { QueueStore } from './jobs.ts'
import type { Outages } from '../database/outages.ts'
import { outboxChannel } from './queue.ts'

export type QueuePart = 'queue' | 'notifications' | 'outbox'

const pollMs = 1000

/** Moves jobs from the outbox to the queue, when notified and every second, and notifies workers. */
export function startRelay(
  db: Db,
  databaseUrl: string,
  queue: QueueStore,
  notifyWorkers: (name: string) => Promise<void>,
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
          for (const name of new Set(names)) await notifyWorkers(name)
          isMore = names.length === rowsAtOnce
        }
        parts.reportSuccess('outbox')
      } catch (error) {
        parts.reportFailure('outbox', error)
      }
    }))
  const timer = setInterval(() => void relay(), pollMs)
  const listener = subscribe(databaseUrl, () => void relay())
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

/** Moves the oldest jobs to the queue and returns their names. If the queue is in MongoDB, a job may be added twice. */
async function relayOutbox(db: Db, queue: QueueStore, rowsAtOnce: number): Promise<string[]> {
  return transact(db, async (db) => {
    const rows = await db
      .deleteFrom('job_outbox')
      .where('id', 'in', (outbox) =>
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

function subscribe(databaseUrl: string, onNotification: () => void): { stop(): Promise<void> } {
  let isStopped = false
  let client: pg.Client | undefined
  let reconnection: NodeJS.Timeout | undefined
  const connect = async () => {
    if (isStopped) return
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'alumni outbox', ...primaryOptions })
    client.on('notification', onNotification)
    client.once('end', () => void (reconnection = setTimeout(() => void connect(), pollMs)))
    client.on('error', () => undefined) // the event 'end' follows
    try {
      await client.connect()
      await client.query(queryWithTimeout(`listen ${outboxChannel}`, checkTimeoutMs))
      checkPeriodically(client)
    } catch {
      closeAbruptly(client)
      await client.end().catch(() => undefined)
    }
  }
  void connect()
  return {
    async stop() {
      isStopped = true
      await client?.end().catch(() => undefined)
      clearTimeout(reconnection)
    },
  }
}
