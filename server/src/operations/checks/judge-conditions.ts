import { compare } from '../../foundations/database/rows.ts'
import { listActiveAdministrators } from '../../staff/index.ts'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import type { Config } from '../../foundations/process/config.ts'
import { reportTimeout } from '../releases/older-processes.ts'
import { alerts, isFiring, type Alert } from './alerts.ts'

/** How long a condition must be clear to end its incident, and the pause between notifications of a condition. */
const [resolvedMinutes, pauseMinutes] = [10, 60]
const retentionDays = 90

/** Returns false in development, where letters about incidents would fill the outbox. */
export function shouldReportIncidents({ isProduction, SMTP_URL }: Pick<Config, 'isProduction' | 'SMTP_URL'>): boolean {
  return isProduction || SMTP_URL !== undefined
}

/** Records incidents for firing alerts, and writes to administrators when one has begun or is over. */
export async function judgeConditions(db: Db): Promise<void> {
  await transact(db, async (db) => {
    const figures = await readReportedFigures(db)
    const all = Object.entries<Alert>(alerts)
    const firingNames = all.filter(([, alert]) => isFiring(alert, figures)).map(([name]) => name)
    await recordIncidents(db, firingNames)
    const notified = await markNotified(db, firingNames)
    const finished = await finishIncidents(db)
    const administrators = await listActiveAdministrators(db)
    const toEach = (incidents: { id: number }[]) =>
      administrators.flatMap((user) => incidents.map(({ id }) => ({ user, incident: id })))
    await enqueueLetters(db, 'incident-begun', toEach(notified))
    await enqueueLetters(db, 'incident-over', toEach(finished))
    await db.remove('incidents', {
      over_at: compare('<', sql<string>`now() - make_interval(days => ${retentionDays})`),
    })
  })
}

export async function readReportedFigures(db: Db): Promise<Readings[]> {
  const reports = await db.findAll('process_reports', ['figures'], {
    reported_at: compare('>', sql<string>`now() - ${sql.raw(reportTimeout)}`),
  })
  return reports.map(({ figures }) => figures as Readings)
}

/**
 * Opens incidents for conditions that are met. If the condition of an open incident is no longer met, deletes the
 * incident or, if someone was notified, stores when the condition ended.
 */
async function recordIncidents(db: Db, firingNames: string[]): Promise<void> {
  const isFiringNow = sql<boolean>`condition = any(${firingNames}::text[])`
  await db
    .insertInto('incidents')
    .columns(['condition'])
    .expression(sql`select unnest(${firingNames}::text[])`)
    .onConflict((open) => open.column('condition').where('over_at', 'is', null).doUpdateSet({ calm_at: null }))
    .execute()
  await db
    .deleteFrom('incidents')
    .where('over_at', 'is', null)
    .where('told_at', 'is', null)
    .where(({ not }) => not(isFiringNow))
    .execute()
  await db
    .updateTable('incidents')
    .set({ calm_at: sql`now()` })
    .where('over_at', 'is', null)
    .where('calm_at', 'is', null)
    .where(({ not }) => not(isFiringNow))
    .execute()
}

/** Marks incidents that have lasted long enough as notified, but at most one per condition in `pauseMinutes`. */
function markNotified(db: Db, firingNames: string[]): Promise<{ id: number }[]> {
  const minutes = firingNames.map((name) => (alerts as Record<string, Alert>)[name]!.minutes)
  return db
    .updateTable('incidents as i')
    .set({ told_at: sql`now()` })
    .where('i.over_at', 'is', null)
    .where('i.told_at', 'is', null)
    .where(
      sql<boolean>`exists (select from unnest(${firingNames}::text[], ${minutes}::int[]) as c (name, minutes)
        where c.name = i.condition and i.seen_at <= now() - make_interval(mins => c.minutes))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents as before')
            .whereRef('before.condition', '=', 'i.condition')
            .where('before.told_at', '>', sql<string>`now() - make_interval(mins => ${pauseMinutes})`),
        ),
      ),
    )
    .returning('i.id')
    .execute()
}

function finishIncidents(db: Db): Promise<{ id: number }[]> {
  return db
    .updateTable('incidents')
    .set({ over_at: sql`now()` })
    .where('over_at', 'is', null)
    .where('calm_at', '<=', sql<string>`now() - make_interval(mins => ${resolvedMinutes})`)
    .returning('id')
    .execute()
}
