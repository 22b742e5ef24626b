import type {
  LeftOutReason,
  LetterPerson,
  RecipientsPage,
  RecipientsQuery,
} from '@alumni/shared/publications/list-letters'
import type { PageMembers } from '@alumni/shared/page'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { countLetterReach, letterDecisions, type LetterRules } from './decisions.ts'
import type { ChosenPeople } from './people-of-list.ts'

export const firstName = sql<
  string | null
>`coalesce(nullif(a.preferred_name, ''), nullif(a.first_name, ''), nullif(s.first_name, ''))`
const fullName = sql<string>`coalesce(nullif(concat_ws(' ', coalesce(nullif(a.preferred_name, ''), a.first_name), a.last_name), ''),
  nullif(concat_ws(' ', s.first_name, s.last_name), ''), 'Deleted signup')`
const classYears = sql<number[]>`array(select distinct extract(year from e.degree_date)::int from educations e
  where e.buid = a.buid and e.kind = 'degree' and e.degree_date is not null order by 1)`
export const personColumns = sql`a.buid, s.id as signup_id, ${fullName} as name, ${classYears} as class_years`
export const personRow = z.object({
  buid: z.string().nullable(),
  signup_id: z.number().nullable(),
  name: z.string(),
  class_years: z.array(z.number()),
})

/** Returns a page of people before sending: those left out for `reason` or, if it is null, those who would get it. */
export async function listReached(
  db: Db,
  people: ChosenPeople,
  rules: LetterRules,
  { reason, page }: { reason: LeftOutReason | null; page: number },
): Promise<PageMembers & { people: LetterPerson[] }> {
  const reach = await countLetterReach(db, people, rules)
  const { rows, ...pageMembers } = await readPage(page, {
    matching: reason === null ? reach.written_to : (reach.left_out[reason] ?? 0),
    read: ({ limit, offset }) =>
      selectRaw(db, personRow)`select ${personColumns}
          from ${letterDecisions(people, rules)} d
            left join alumni a on a.id = d.alumnus_id
            left join champion_signups s on s.id = d.signup_id
          where d.reason is not distinct from ${reason}
          order by d.list_position
          limit ${limit} offset ${offset}`,
  })
  return { people: rows, ...pageMembers }
}

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
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countRows(found.select('r.id')),
    read: ({ limit, offset }) =>
      found
        .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
        .leftJoin('champion_signups as s', (join) => join.on('s.id', '=', sql<number>`surviving_signup(r.signup_id)`))
        .select([
          'r.id',
          'r.state',
          'r.reason',
          'a.buid',
          's.id as signup_id',
          utc('r.changed_at').as('changed_at'),
          utc('r.declined_at').as('declined_at'),
        ])
        .select([fullName.as('name'), classYears.as('class_years')])
        .orderBy('r.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  return { recipients: rows, ...pageMembers }
}
