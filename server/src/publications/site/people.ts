import { sql, type SelectQueryBuilder } from 'kysely'
import { greetedName, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'

const peoplePerPage = 60

/** Returns a page of the members of a community, by first name, with the month in which they joined. */
export async function readMembers(db: Db, community: number, page: number) {
  const members = db
    .selectFrom('community_members as m')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => survivorOf(ref('m.signup_id'))))
    .select(['s.first_name', 's.last_name'])
    .select(sql<string | null>`'Member since ' || to_char(min(m.joined_at), 'FMMonth YYYY')`.as('detail'))
    .where('m.community_id', '=', community)
    .groupBy('s.id')
  return readPeople(db, members, page)
}

/** Returns a page of the people who are going or attended, by first name, with their number of guests. */
export async function readAttendees(db: Db, event: number, page: number) {
  const attendees = db
    .selectFrom('event_rsvps as r')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => survivorOf(ref('r.signup_id'))))
    .select(['s.first_name', 's.last_name'])
    .select(
      sql<
        string | null
      >`case max(r.guests) when 0 then null when 1 then 'With 1 guest' else 'With ' || max(r.guests) || ' guests' end`.as(
        'detail',
      ),
    )
    .where('r.event_id', '=', event)
    .where('r.status', 'in', ['going', 'attended'])
    .groupBy('s.id')
  return readPeople(db, attendees, page)
}

type Person = { first_name: string | null; last_name: string | null; detail: string | null }

async function readPeople(db: Db, people: SelectQueryBuilder<any, 's', Person>, page: number) {
  const { rows, ...pages } = await readPage(
    page,
    {
      matching: countRows(db.selectFrom(people.as('p')).select('p.detail')),
      read: ({ limit, offset }) =>
        people
          .orderBy(sql`lower(s.first_name)`)
          .orderBy(sql`s.id`)
          .limit(limit)
          .offset(offset)
          .execute(),
    },
    peoplePerPage,
  )
  return { people: rows.map((person) => ({ name: shortName(person), detail: person.detail })), ...pages }
}

/** Hides names that look like advertisements. */
function shortName({ first_name, last_name }: Person): string {
  const first = greetedName(first_name).trim()
  const [initial = ''] = first ? (last_name?.trim() ?? '') : ''
  return (
    [first, /\p{L}/u.test(initial) && `${initial.toLocaleUpperCase('en')}.`].filter(Boolean).join(' ') || 'A champion'
  )
}
