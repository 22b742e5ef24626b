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

export async function timelineOf(db: Db, id: number, page: number): Promise<TimelinePage> {
  const ids = await signupIdsOf(db, id)
  if (ids.length === 0) throw noSuchSignup()
  const query = db.selectFrom('activity_events as e').where('e.signup_id', 'in', ids)
  const { rows, ...pageMembers } = await readPage(
    page,
    {
      matching: countRows(query),
      read: ({ limit, offset }) =>
        query
          .leftJoin('staff_users as staff', (join) => join.on(({ eb }) => eb('staff.id', '=', staffOfEvent)))
          .leftJoin('champion_devices as device', (join) => join.on(({ eb }) => eb('device.id', '=', idIn('device'))))
          .leftJoin('opportunities as o', (join) => join.on(({ eb }) => eb('o.id', '=', idIn('opportunity'))))
          .leftJoin('signup_letters as letter', (join) => join.on(({ eb }) => eb('letter.id', '=', idIn('letter'))))
          .leftJoin('audit_entries as entry', (join) => join.on(({ eb }) => eb('entry.id', '=', idIn('audit'))))
          .leftJoin('alumni as a', (join) =>
            join.on(({ eb }) => eb('a.buid', '=', sql<string | null>`e.payload ->> 'buid'`)),
          )
          .select(['e.id', 'e.type', 'e.payload', 'staff.name as by', utc('e.occurred_at').as('at')])
          .select(['device.name as device', 'o.title', 'letter.subject', 'a.buid', ...nameParts])
          .select([sql<unknown>`entry.detail -> 'before'`.as('before')])
          .select([sql<unknown>`entry.detail -> 'after'`.as('after')])
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
