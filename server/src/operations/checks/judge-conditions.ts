import { compare } from '../../foundations/database/rows.ts'
import { activeAdministrators } from '../../staff/index.ts'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import type { Config } from '../../foundations/process/config.ts'
import { alerts, isMet, type Alert } from './alerts.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'judge-conditions': Record<string, never>
  }
}

/** An incident is over when it has been well for so long, and of each condition one begins an hour at most. */
const [calmMinutes, apartMinutes] = [10, 60]
const daysRemembered = 90

/** Letters go to people: in development, where the log and `/settings` suffice, they would fill the outbox. */
export function tellsOfIncidents({ isProduction, SMTP_URL }: Pick<Config, 'isProduction' | 'SMTP_URL'>): boolean {
  return isProduction || SMTP_URL !== undefined
}

/**
 * Looks once a minute whether something is wrong, by what all processes report, and asks for one letter to each
 * administrator when it has been so for some minutes, and one when it is over. All that it knows is in the database.
 */
export async function judgeConditions(db: Db): Promise<void> {
  await transact(db, async (db) => {
    const figures = await reportedFigures(db)
    const all = Object.entries<Alert>(alerts)
    const wrong = all.filter(([, alert]) => isMet(alert, figures)).map(([name]) => name)
    await noteIncidents(db, wrong)
    const begun = await begunIncidents(db, wrong)
    const over = await endedIncidents(db)
    const administrators = await activeAdministrators(db)
    const toEach = (incidents: { id: number }[]) =>
      administrators.flatMap((user) => incidents.map(({ id }) => ({ user, incident: id })))
    await askForLetters(db, 'incident-begun', toEach(begun))
    await askForLetters(db, 'incident-over', toEach(over))
    await db.remove('incidents', {
      over_at: compare('<', sql<string>`now() - make_interval(days => ${daysRemembered})`),
    })
  })
}

export async function reportedFigures(db: Db): Promise<Readings[]> {
  const reports = await db.findAll('process_reports', ['figures'], {
    reported_at: compare('>', sql<string>`now() - interval '2 minutes'`),
  })
  return reports.map(({ figures }) => figures as Readings)
}

/** Writes down what is wrong now, and since when what was wrong is well. */
async function noteIncidents(db: Db, wrong: string[]): Promise<void> {
  const isWrong = sql<boolean>`condition = any(${wrong}::text[])`
  await db
    .insertInto('incidents')
    .columns(['condition'])
    .expression(sql`select unnest(${wrong}::text[])`)
    .onConflict((open) => open.column('condition').where('over_at', 'is', null).doUpdateSet({ calm_at: null }))
    .execute()
  await db
    .deleteFrom('incidents')
    .where('over_at', 'is', null)
    .where('told_at', 'is', null)
    .where(({ not }) => not(isWrong))
    .execute()
  await db
    .updateTable('incidents')
    .set({ calm_at: sql`now()` })
    .where('over_at', 'is', null)
    .where('calm_at', 'is', null)
    .where(({ not }) => not(isWrong))
    .execute()
}

/** Marks and returns incidents that last as long as their condition asks, with none reported within an hour. */
function begunIncidents(db: Db, wrong: string[]): Promise<{ id: number }[]> {
  const minutes = wrong.map((name) => (alerts as Record<string, Alert>)[name]!.minutes)
  return db
    .updateTable('incidents as i')
    .set({ told_at: sql`now()` })
    .where('i.over_at', 'is', null)
    .where('i.told_at', 'is', null)
    .where(
      sql<boolean>`exists (select from unnest(${wrong}::text[], ${minutes}::int[]) as c (name, minutes)
        where c.name = i.condition and i.seen_at <= now() - make_interval(mins => c.minutes))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents as before')
            .whereRef('before.condition', '=', 'i.condition')
            .where('before.told_at', '>', sql<string>`now() - make_interval(mins => ${apartMinutes})`),
        ),
      ),
    )
    .returning('i.id')
    .execute()
}

function endedIncidents(db: Db): Promise<{ id: number }[]> {
  return db
    .updateTable('incidents')
    .set({ over_at: sql`now()` })
    .where('over_at', 'is', null)
    .where('calm_at', '<=', sql<string>`now() - make_interval(mins => ${calmMinutes})`)
    .returning('id')
    .execute()
}
