import { sql } from 'kysely'
import { signupAnswers } from '@alumni/shared/champions/answers'
import { eventsPerPage, type TimelinePage } from '@alumni/shared/champions/staff-page'
import { displayName, nameParts } from '../../alumni/index.ts'
import { signupIdsOf } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { noSuchSignup, staffOfEvent } from './signup-lock.ts'

const values = signupAnswers.partial().nullable().catch(null)

/** Lists the events of a signup and of those merged into it, newest first. Throws 404. */
export async function timelineOf(db: Db, id: number, page: number): Promise<TimelinePage> {
  const ids = await signupIdsOf(db, id)
  if (ids.length === 0) throw noSuchSignup()
  const found = db.selectFrom('activity_events as e').where('e.signup_id', 'in', ids)
  const { rows, ...pageMembers } = await readPage(
    page,
    {
      matching: countRows(found),
      read: ({ limit, offset }) =>
        found
          .leftJoin('staff_users as s', (join) => join.on(({ eb }) => eb('s.id', '=', staffOfEvent)))
          .leftJoin('champion_devices as d', (join) => join.on(({ eb }) => eb('d.id', '=', idIn('device'))))
          .leftJoin('opportunities as o', (join) => join.on(({ eb }) => eb('o.id', '=', idIn('opportunity'))))
          .leftJoin('signup_letters as l', (join) => join.on(({ eb }) => eb('l.id', '=', idIn('letter'))))
          .leftJoin('audit_entries as u', (join) => join.on(({ eb }) => eb('u.id', '=', idIn('audit'))))
          .leftJoin('alumni as a', (join) =>
            join.on(({ eb }) => eb('a.buid', '=', sql<string | null>`e.payload ->> 'buid'`)),
          )
          .select(['e.id', 'e.type', 'e.payload', 's.name as by', utc('e.occurred_at').as('at')])
          .select(['d.name as device', 'o.title', 'l.subject', 'a.buid', ...nameParts])
          .select([sql<unknown>`u.detail -> 'before'`.as('before'), sql<unknown>`u.detail -> 'after'`.as('after')])
          .orderBy('e.occurred_at', 'desc')
          .orderBy('e.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
    },
    eventsPerPage,
  )
  const events = rows.map(({ id, type, at, by, payload, device, title, subject, buid, before, after, ...name }) => ({
    id,
    type,
    at,
    by,
    payload,
    about: device ?? title ?? subject ?? (buid && `${displayName(name)} (${buid})`),
    before: values.parse(before),
    after: values.parse(after),
  }))
  return { events, ...pageMembers }
}

function idIn(member: string) {
  return sql<number | null>`(e.payload ->> ${sql.lit(member)})::bigint`
}
