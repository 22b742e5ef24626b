import type { Agenda } from 'agenda'
import pg from 'pg'
import type { EntityManager, Orm } from '../database/orm.ts'
import { outboxChannel } from './queue.ts'

const pollMs = 1000
const rowsAtOnce = 100

/** Hands jobs from the outbox to the queue: at once when PostgreSQL tells of them, and once a second for what was not heard. */
export function startRelay(
  orm: Orm,
  databaseUrl: string,
  agenda: Agenda,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false
  let isFailing = false
  let relaying = Promise.resolve()
  const relay = () =>
    (relaying = relaying.then(async () => {
      if (isStopped) return
      try {
        while ((await relayOutbox(orm.em.fork(), agenda)) === rowsAtOnce);
        isFailing = false
      } catch (error) {
        // A queue that is away for an hour is told of once.
        if (!isFailing) onError(error)
        isFailing = true
      }
    }))
  const timer = setInterval(() => void relay(), pollMs)
  const ear = listen(databaseUrl, () => void relay())
  void relay()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await ear.stop()
      await relaying
    },
  }
}

/** Moves the oldest rows and says how many. A row goes only after the queue has it: at least once, never lost. */
async function relayOutbox(em: EntityManager, agenda: Agenda): Promise<number> {
  return em.transactional(async (em) => {
    const db = em.getKysely()
    const rows = await db
      .selectFrom('job_outbox')
      .select(['id', 'name', 'data'])
      .orderBy('id')
      .limit(rowsAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, name, data } of rows) {
      await agenda.now(name, data)
      await db.deleteFrom('job_outbox').where('id', '=', id).execute()
    }
    return rows.length
  })
}

/** Calls `heard` at each notice; a connection that is lost is made again. */
function listen(databaseUrl: string, heard: () => void): { stop(): Promise<void> } {
  let isStopped = false
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  const connect = async () => {
    if (isStopped) return
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'alumni outbox' })
    client.on('notification', heard)
    client.once('end', () => void (again = setTimeout(() => void connect(), pollMs)))
    client.on('error', () => undefined) // 'end' follows
    try {
      await client.connect()
      await client.query(`listen ${outboxChannel}`)
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
