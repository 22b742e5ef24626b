import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { EntityManager, Orm } from '../database/orm.ts'
import type { JobName, Jobs } from './jobs.ts'
import { relayOutbox } from './outbox.ts'
import { agendaBackend, jobChannel } from './backend.ts'

/** Asks for work. `enqueue` takes part in the transaction of `em`: the job exists exactly when the change does. */
export type JobQueue = {
  enqueue<Name extends JobName>(em: EntityManager, name: Name, data: Jobs[Name]): Promise<void>
  stop(): Promise<void>
}

/** The queue in PostgreSQL, or in MongoDB when `MONGODB_URL` is set; then jobs pass through an outbox table. */
export async function createJobQueue(config: Config, orm: Orm): Promise<JobQueue> {
  return config.MONGODB_URL ? queueThroughOutbox(config, orm) : queueInDatabase()
}

function queueInDatabase(): JobQueue {
  return {
    async enqueue(em, name, data) {
      const now = new Date()
      const { rows } = await sql<{ id: string }>`
        insert into agenda_jobs (name, data, next_run_at, type, priority) values (${name}, ${JSON.stringify(data)}, ${now}, 'normal', 0) returning id
      `.execute(em.getKysely())
      const notice = {
        jobId: rows[0]!.id,
        jobName: name,
        nextRunAt: now,
        priority: 0,
        timestamp: now,
        source: 'alumni',
      }
      await sql`select pg_notify(${jobChannel}, ${JSON.stringify(notice)})`.execute(em.getKysely())
    },
    async stop() {},
  }
}

const relayEveryMs = 1000

async function queueThroughOutbox(config: Config, orm: Orm): Promise<JobQueue> {
  const [{ Agenda }, { backend, close }] = await Promise.all([import('agenda'), agendaBackend(config)])
  const agenda = new Agenda({ backend })
  await agenda.ready
  let relaying = Promise.resolve()
  const relay = () => (relaying = relaying.then(() => relayOutbox(orm.em.fork(), agenda)).catch(() => undefined))
  const timer = setInterval(() => void relay(), relayEveryMs).unref()
  return {
    async enqueue(em, name, data) {
      await sql`insert into job_outbox (name, data) values (${name}, ${JSON.stringify(data)})`.execute(em.getKysely())
      setTimeout(() => void relay(), 20).unref()
    },
    async stop() {
      clearInterval(timer)
      await relaying
      await agenda.stop()
      await close()
    },
  }
}
