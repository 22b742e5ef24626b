import type { Agenda } from 'agenda'
import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'

/** Hands the outbox to the queue, oldest first. A row goes only after the queue has it: at least once, never lost. */
export async function relayOutbox(em: EntityManager, agenda: Agenda): Promise<void> {
  await em.transactional(async (em) => {
    const { rows } = await sql<{ id: string; name: string; data: object }>`
      select id, name, data from job_outbox order by id limit 100 for update skip locked
    `.execute(em.getKysely())
    for (const { id, name, data } of rows) {
      await agenda.now(name, data)
      await sql`delete from job_outbox where id = ${id}`.execute(em.getKysely())
    }
  })
}
