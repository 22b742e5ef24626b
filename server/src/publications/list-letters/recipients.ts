import type { RecipientsPage, RecipientsQuery } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'

/** A page of the people of a letter, with what became of it for each. */
export async function listRecipients(
  db: Db,
  letter: number,
  { page, state, reason }: RecipientsQuery,
): Promise<RecipientsPage> {
  const found = db
    .selectFrom('list_letter_recipients as r')
    .where('r.letter_id', '=', letter)
    .$if(state !== undefined, (all) => all.where('r.state', '=', state!))
    .$if(reason !== undefined, (all) => all.where('r.reason', '=', reason!))
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found.select('r.id')),
    read: ({ limit, offset }) =>
      found
        .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
        .leftJoin('champion_signups as s', (join) => join.on('s.id', '=', sql<number>`surviving_signup(r.signup_id)`))
        .select(['r.id', 'r.state', 'r.reason', 'a.buid', 's.id as signup_id', utc('r.changed_at').as('changed_at')])
        .select(
          sql<string>`coalesce(nullif(concat_ws(' ', coalesce(nullif(a.preferred_name, ''), a.first_name), a.last_name), ''),
            nullif(concat_ws(' ', s.first_name, s.last_name), ''), 'Deleted signup')`.as('name'),
        )
        .select(
          sql<number[]>`array(select distinct extract(year from e.degree_date)::int from educations e
            where e.buid = a.buid and e.kind = 'degree' and e.degree_date is not null order by 1)`.as('class_years'),
        )
        .orderBy('r.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  return { recipients: rows, ...shown }
}
