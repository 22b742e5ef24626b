import { sql } from 'kysely'
import { z } from 'zod'
import { importType, importTypeNames } from '@alumni/shared/exchange/imports'
import type { ColleagueAct } from '@alumni/shared/morning'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { pageOf, type StaffUser } from '../staff/index.ts'
import type { Db } from '../foundations/database/db.ts'
import { selectRaw } from '../foundations/database/select-raw.ts'
import { number } from '../operations/index.ts'
import { resultsOf } from '../exchange/index.ts'
import { acts } from './acts.ts'

/** How many of the newest log entries are read, and how many acts shown. */
const [maxEntries, shown] = [5000, 12]
const imported = 'import.committed'

const doneRow = z.object({
  action: z.string(),
  who: z.string(),
  subject: z.string(),
  times: z.number(),
  things: z.number(),
  records: z.number(),
  at: z.string(),
})

/**
 * Returns the actions of other staff in the last seven days that this person may know of: by day, person and kind, the
 * latest first.
 */
export async function colleaguesOf(db: Db, me: Pick<StaffUser, 'id' | 'role'>, zone: string): Promise<ColleagueAct[]> {
  const known = Object.keys(acts).filter((action) => hasRole(me.role, acts[action]!.role))
  const done = await selectRaw(
    db,
    doneRow,
    // The newest ones first, whatever they are: the time that takes does not depend on the size of the log.
    sql`with newest as (
        select id, at, who, staff_user_id, action, subject,
          case when action = any(${known}::text[]) then
            coalesce(detail ->> 'inserted', case when jsonb_typeof(detail -> 'changes') = 'number' then detail ->> 'changes' end,
              detail ->> 'letters', '0')::int end as records
        from audit_entries where at > now() - interval '7 days' order by at desc limit ${maxEntries}),
      described as (
        select *, (at at time zone ${zone})::date as day,
          -- Each import has a line of its own.
          case action when ${imported} then subject else '' end as apart
        from newest where staff_user_id <> ${me.id} and (action = ${imported} or action = any(${known}::text[])))
      select action, max(who) as who, max(subject) as subject, count(*) as times, count(distinct subject) as things,
        coalesce(sum(records), 0) as records, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from described group by staff_user_id, day, action, apart order by max(id) desc limit ${shown}`,
  )
  const imports = await importsSaid(
    db,
    done.flatMap(({ action, subject }) => (action === imported ? [subject] : [])),
  )
  return done.flatMap(({ action, who, subject, at, ...counts }) => {
    const act = acts[action]
    const did = action === imported ? imports.get(subject) : act?.describe(counts)
    if (did === undefined) return []
    const own = action.endsWith('.deleted') ? null : counts.things === 1 ? pageOf(subject) : null
    const path = own ?? act?.list ?? null
    return [{ who, did, at, path: path !== null && hasRole(me.role, roleOf(path)) ? path : null }]
  })
}

/** "imported contacts: 23 new, 140 changed", by the subject of the log. */
async function importsSaid(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const subject of subjects) {
    const [name, id] = subject.split('/')
    const type = importType.safeParse(name).data
    const batch = type && (await resultsOf(db, type, Number(id)))
    if (!batch) continue
    const what = importTypeNames[type].title.toLowerCase()
    if (batch.undoes_id !== null) said.set(subject, `undid an import of ${what}`)
    else if (batch.results === null) said.set(subject, `started an import of ${what}`)
    else
      said.set(subject, `imported ${what}: ${number(batch.results.new)} new, ${number(batch.results.changed)} changed`)
  }
  return said
}

/** The least role that may open a page of the staff. */
function roleOf(path: string): Role {
  if (path.startsWith('/alumni')) return 'viewer'
  return /^\/(champion_signups|tools)/.test(path) ? 'staff' : 'admin'
}
