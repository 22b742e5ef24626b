import { answerToAskCodes, askedGroups, type AskedGroup } from '@alumni/shared/alumni/ask-filters'
import type { AskedPeoplePage, AskedPeopleQuery, AskedSummary } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { groupConditions, personAnswers, type AskSubject } from '../engine/person-answers.ts'
import { isUpcoming } from '../events/events.ts'
import { personColumns, personRow } from '../list-letters/recipients.ts'
import { isOpen } from '../opportunities/opportunities.ts'

const count = z.number()
const summaryRow = z.object({
  ...(Object.fromEntries(askedGroups.map((group) => [group, count])) as Record<AskedGroup, typeof count>),
  not_linked: count,
  is_over: z.boolean(),
  has_letter: z.boolean(),
})

/** Counts the people who were asked about an event or opportunity, by group. */
export async function readAskedSummary(db: Db, subject: AskSubject): Promise<AskedSummary> {
  const { kind, id } = subject
  const [table, isOpenNow] = kind === 'event' ? ['events', isUpcoming] : ['opportunities', isOpen]
  const counts = askedGroups.map(
    (group) => sql`(count(*) filter (where ${groupConditions[group]}))::int as ${sql.ref(group)}`,
  )
  const [found] = await selectRaw(db, summaryRow)`select ${sql.join(counts)},
        (count(*) filter (where p.asked_at is not null and p.alumnus_id is null))::int as not_linked,
        (select not ${isOpenNow} from ${sql.table(table)} t where t.id = ${id}) as is_over,
        exists (
          select from list_letters l
            join list_letter_recipients r on r.letter_id = l.id and r.state in ('sent', 'in_doubt')
          where ${sql.ref(`l.${kind}_id`)} = ${id} and l.list->>'from' <> 'reminder') as has_letter
      from ${personAnswers(subject)}`
  return found!
}

const askedRow = personRow.extend({
  answer: z.enum(answerToAskCodes).nullable(),
  status: z.string().nullable(),
  asked_at: z.string().nullable(),
})

/** Returns a page of the people in a group, by name. With `linked` no, only people without an alumnus. */
export async function listAskedPeople(
  db: Db,
  subject: AskSubject,
  { group, linked, page }: AskedPeopleQuery,
): Promise<AskedPeoplePage> {
  const found = sql`from ${personAnswers(subject)} where ${groupConditions[group]} and ${linked !== 'no' || sql`p.alumnus_id is null`}`
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countFrom(db, found),
    read: ({ limit, offset }) =>
      selectRaw(db, askedRow)`select ${personColumns}, p.answer, p.status, ${utc(sql`p.asked_at`)} as asked_at
          from (select p.* ${found}) p
            left join alumni a on a.id = p.alumnus_id
            left join champion_signups s on s.id = p.signup_id
          order by folded_name(coalesce(a.last_name, s.last_name)),
            folded_name(coalesce(a.first_name, s.first_name)),
            a.id,
            s.id
          limit ${limit} offset ${offset}`,
  })
  return { people: rows, ...pageMembers }
}
