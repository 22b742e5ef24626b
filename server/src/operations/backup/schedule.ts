import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { backupsAtTarget } from './target.ts'

const state = z.object({
  is_due: z.boolean(),
  is_late: z.boolean(),
  is_copy: z.boolean(),
  is_running: z.boolean(),
  is_drill_due: z.boolean(),
})
export type ScheduleState = z.infer<typeof state>

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

export async function readSchedule(db: Db, config: Config): Promise<ScheduleState> {
  const { BACKUP_SCHEDULE, BACKUP_URL, BACKUP_IDENTITY, BACKUP_RECIPIENTS, INSTITUTION_TIME_ZONE } = config
  const isOn = BACKUP_URL !== undefined && BACKUP_SCHEDULE.length > 0
  const canDrill = isOn && (BACKUP_IDENTITY !== undefined || BACKUP_RECIPIENTS.length === 0)
  const attempts = backupsAtTarget(db, config).select(['state', 'started_at', 'finished_at', 'drilled_at'])
  const [schedule] = await selectRaw(
    db,
    state,
    sql`
      with scheduled_times as (
        select ((now() at time zone ${INSTITUTION_TIME_ZONE})::date - days_ago + time::time)
          at time zone ${INSTITUTION_TIME_ZONE} as at
        from unnest(${BACKUP_SCHEDULE}::text[]) as time, generate_series(-1, 2) as days_ago
      ),
      history as (
        select
          max(started_at) filter (where state = 'whole') as last_complete,
          min(started_at) as first_attempt,
          max(finished_at) filter (where state = 'failed') as last_failure,
          max(drilled_at) as last_drill,
          coalesce((select is_copy from restores order by id desc limit 1), false) as is_copy
        from (${attempts}) as attempts
      )
      select
        ${isOn}
          and not is_copy
          and coalesce(last_complete < (select max(at) from scheduled_times where at <= now()), true)
          and coalesce(last_failure <= now() - ${pauseAfterFailure}, true) as is_due,
        ${isOn}
          and not is_copy
          and coalesce(
            coalesce(last_complete, first_attempt)
              < (select max(at) from scheduled_times where at <= now() - ${lateAfter}),
            false
          ) as is_late,
        is_copy,
        ${isRunning} as is_running,
        ${canDrill}
          and not is_copy
          and last_complete is not null
          and coalesce(last_drill <= now() - make_interval(days => ${drillDays}), true) as is_drill_due
      from history
    `,
  )
  return schedule!
}
