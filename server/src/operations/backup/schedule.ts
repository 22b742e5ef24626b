import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { isCopy } from '../../foundations/mail/held-letters.ts'
import { backupsAtTarget } from './target.ts'

const scheduleRow = z.object({
  is_due: z.boolean(),
  is_late: z.boolean(),
  is_running: z.boolean(),
  is_drill_due: z.boolean(),
})

const pauseAfterFailure = sql`interval '15 minutes'`
const lateAfter = sql`interval '2 hours'`
const drillDays = 30

const isRunning = sql`exists (
  select from pg_locks
  where locktype = 'advisory'
    and granted
    and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtext('alumni backup')::bigint
)`

export async function readSchedule(
  db: Db,
  config: Config,
): Promise<z.infer<typeof scheduleRow> & { is_copy: boolean }> {
  const { BACKUP_SCHEDULE, BACKUP_URL, BACKUP_IDENTITY, BACKUP_RECIPIENTS, INSTITUTION_TIME_ZONE } = config
  const is_copy = await isCopy(db)
  const isEnabled = BACKUP_URL !== undefined && BACKUP_SCHEDULE.length > 0 && !is_copy
  const canDrill = isEnabled && (BACKUP_IDENTITY !== undefined || BACKUP_RECIPIENTS.length === 0)
  const attempts = backupsAtTarget(db, config).select(['state', 'started_at', 'finished_at', 'drilled_at'])
  const [schedule] = await selectRaw(db, scheduleRow)`
      with scheduled_times as (
        -- Shortly after midnight, the last time that is two hours old can be on the day before yesterday.
        select ((now() at time zone ${INSTITUTION_TIME_ZONE})::date - days_ago + time::time)
          at time zone ${INSTITUTION_TIME_ZONE} as at
        from unnest(${BACKUP_SCHEDULE}::text[]) as time, generate_series(0, 2) as days_ago
      ),
      last_times as (
        select
          max(at) filter (where at <= now()) as last_due_time,
          max(at) filter (where at <= now() - ${lateAfter}) as last_late_time
        from scheduled_times
      ),
      history as (
        select
          max(started_at) filter (where state = 'whole') as last_complete,
          min(started_at) as first_attempt,
          max(finished_at) filter (where state = 'failed') as last_failure,
          max(drilled_at) as last_drill
        from (${attempts}) as attempts
      )
      select
        ${isEnabled}
          and (last_complete is null or last_complete < last_due_time)
          and (last_failure is null or last_failure <= now() - ${pauseAfterFailure}) as is_due,
        ${isEnabled}
          and first_attempt is not null
          and coalesce(last_complete, first_attempt) < last_late_time as is_late,
        ${canDrill}
          and last_complete is not null
          and (last_drill is null or last_drill <= now() - make_interval(days => ${drillDays})) as is_drill_due,
        ${isRunning} as is_running
      from last_times, history
    `
  return { ...schedule!, is_copy }
}
