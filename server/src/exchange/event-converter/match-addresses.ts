import { sql } from 'kysely'
import { z } from 'zod'
import { matchedPerson, type MatchedPerson } from '@alumni/shared/exchange/event-converter'
import { displayName, mostRecentFirst, nameColumns, nameShape } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

const maxPeople = 20
const foundPerson = matchedPerson.omit({ display_name: true }).extend({ nth: z.number(), ...nameShape })

/** Whose these addresses are, by any of the five columns and whatever the case: each address once. Nothing of it is kept. */
export async function matchAddresses(
  db: Db,
  emails: readonly string[],
): Promise<{ email: string; people: MatchedPerson[] }[]> {
  const asked = [...new Set(emails)]
  // PostgreSQL knows no NUL, and nobody has an address with one.
  const storable = asked.map((email) => (email.includes('\0') || !email.isWellFormed() ? '' : email))
  const rows = await selectRaw(
    db,
    foundPerson,
    sql`
    select nth::int as nth, a.buid, ${nameColumns}, degree.class_year
    from unnest(${storable}::text[]) with ordinality asked (address, nth)
    cross join lateral (select alumnus_id from alumni_emails where email = fold_email(address) order by alumnus_id limit ${maxPeople}) mine
    join alumni a on a.id = mine.alumnus_id
    left join lateral (
      select extract(year from degree_date)::int as class_year from educations e
      where e.buid = a.buid and e.kind = 'degree' and degree_date is not null order by ${sql.raw(mostRecentFirst)} limit 1
    ) degree on true
    order by nth, a.id
  `,
  )
  const people = Map.groupBy(rows, ({ nth }) => nth)
  return asked.map((email, index) => ({
    email,
    people: (people.get(index + 1) ?? []).map((row) => ({
      buid: row.buid,
      display_name: displayName(row),
      class_year: row.class_year,
    })),
  }))
}
