import { isDraft, oddities, type LetterPreview, type ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { StaffUser } from '../../staff/index.ts'
import { decided } from './choose.ts'
import { notWrittenSentence, partsOf, readAs, write, type LetterRecipient } from './letters.ts'
import type { ChosenPeople } from './people-of-list.ts'
import { firstName, personColumns, personRow } from './recipients.ts'

type Previewed = Pick<ListLetterRecord, 'id' | 'state' | 'topic' | 'event_id' | 'opportunity_id' | 'skips_answered'>

/** Shows a letter as one of its people gets it, past the end as the last one does. 422: no one gets it. */
export async function previewLetter(
  { db, config }: { db: Db; config: Config },
  letter: Previewed & { html: string },
  people: ChosenPeople,
  position: number,
): Promise<LetterPreview> {
  const { alumnus, signup, ...person } = await findPerson(db, letter, people, position)
  const read = (await readAs(db, letter.id, { alumnus, signup }))!
  const { text } = writeOrRefuse(config, read)
  return { ...person, ...partsOf(config, read), html: letter.html, text }
}

/** Throws a 422 for a letter that cannot be written. */
function writeOrRefuse(config: Config, recipient: LetterRecipient): Message {
  try {
    return write(config, recipient, { to: '', unsubscribe: `${config.CHAMPIONS_URL}/` })
  } catch {
    throw new HttpError(422, notWrittenSentence)
  }
}

/**
 * Sends a letter to the person who asks, with the data of one of its people; answers whose. 422: there is none, or the
 * letter cannot be written.
 */
export async function sendTest(
  { db, config, by }: { db: Db; config: Config; by: StaffUser },
  letter: Previewed & { version: number },
  people: ChosenPeople,
  position: number,
): Promise<{ sent_to: string; as: string }> {
  const { alumnus, signup, name } = await findPerson(db, letter, people, position)
  writeOrRefuse(config, (await readAs(db, letter.id, { alumnus, signup }))!)
  await askForLetter(db, 'list-letter-test', { user: by.id, list_letter: letter.id, alumnus, signup })
  await db.update('list_letters', { id: letter.id, status: 'draft' }, { tested_version: letter.version })
  return { sent_to: by.email, as: name }
}

const row = personRow.extend({
  alumnus: z.number().nullable(),
  signup: z.number().nullable(),
  oddity: z.enum(oddities).nullable(),
  people: z.number(),
})

/** Finds the person at a position, or the last: the first of each oddity, then everyone else as they stand in the list. */
async function findPerson(db: Db, letter: Previewed, people: ChosenPeople, position: number) {
  const written = isDraft(letter.state)
    ? decided(people, letter)
    : sql`with decided as (select id as turn, alumnus_id, signup_id, null as reason from list_letter_recipients
          where letter_id = ${letter.id} and state <> 'left_out')`
  const [found] = await selectRaw(
    db,
    row,
    sql`${written},
      named as materialized (
        select d.turn, d.alumnus_id, d.signup_id, a.buid, length(${firstName}) as long
        from decided d left join alumni a on a.id = d.alumnus_id
          left join champion_signups s on s.id = case when d.signup_id is not null then surviving_signup(d.signup_id) end
        where d.reason is null and (a.id is not null or s.id is not null)),
      odd as (
        select (select min(turn) from named where long is null) as no_first_name,
          (select turn from named order by long desc nulls last, turn limit 1) as longest_name,
          -- In their order, because the first one is found soon.
          (select turn from (select turn, buid from named order by turn offset 0) n
            where (select count(*) > 1 from educations e where e.buid = n.buid and e.kind = 'degree') limit 1) as several_degrees),
      ranked as (
        select turn, alumnus_id, signup_id, case turn when no_first_name then 'no_first_name' when longest_name then 'longest_name'
          when several_degrees then 'several_degrees' end as oddity
        from named, odd),
      found as (
        select *, (select count(*)::int from named) as people from ranked
        order by array_position(${oddities}::text[], oddity) nulls last, turn limit 1
        offset least(${position - 1}, greatest((select count(*) from named) - 1, 0)))
      select f.alumnus_id as alumnus, f.signup_id as signup, f.oddity, f.people, ${personColumns}
      from found f left join alumni a on a.id = f.alumnus_id
        left join champion_signups s on s.id = surviving_signup(f.signup_id)`,
  )
  if (found) return found
  throw new HttpError(422, 'No one on this list can be written to. Choose other people.')
}
