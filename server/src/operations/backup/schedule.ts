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

/** How long to wait after a failure. */
const pauseAfterFailure = sql`interval '15 minutes'`
/** How long a backup may take before it is late. */
const lateAfter = sql`interval '2 hours'`
const drillDays = 30

/** Computes what is due, late or running, by the database's clock and the institution's time zone. */
export async function readSchedule(db: Db, config: Config): Promise<ScheduleState> {
  const { BACKUP_SCHEDULE, BACKUP_URL, BACKUP_IDENTITY, BACKUP_RECIPIENTS, INSTITUTION_TIME_ZONE: zone } = config
  const isOn = BACKUP_URL !== undefined && BACKUP_SCHEDULE.length > 0
  const canDrill = isOn && (BACKUP_IDENTITY !== undefined || BACKUP_RECIPIENTS.length === 0)
  const [found] = await selectRaw(
    db,
    state,
    sql`with scheduled_times as (
        select ((now() at time zone ${zone})::date - days_ago + time::time) at time zone ${zone} as at
        from unnest(${BACKUP_SCHEDULE}::text[]) time, generate_series(-1, 2) days_ago),
      attempts as (${backupsAtTarget(db, config).select(['state', 'started_at', 'finished_at', 'drilled_at'])}),
      last_complete as (select max(started_at) as at from attempts where state = 'whole'),
      copy as (select coalesce((select is_copy from restores order by id desc limit 1), false) as is_copy)
    select ${isOn} and not is_copy and coalesce(last_complete.at < (select max(at) from scheduled_times where at <= now()), true)
        and not exists (select from attempts where state = 'failed' and finished_at > now() - ${pauseAfterFailure}) as is_due,
      ${isOn} and not is_copy and coalesce(coalesce(last_complete.at, (select min(started_at) from attempts))
        < (select max(at) from scheduled_times where at <= now() - ${lateAfter}), false) as is_late,
      is_copy,
      exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtext('alumni backup')::bigint) as is_running,
      ${canDrill} and not is_copy and last_complete.at is not null and not exists (
        select from attempts where drilled_at > now() - make_interval(days => ${drillDays})) as is_drill_due
    from last_complete, copy`,
  )
  return found!
}
