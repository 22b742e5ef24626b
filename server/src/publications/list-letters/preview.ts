import { isDraft, oddities, type LetterPreview, type ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { StaffUser } from '../../staff/index.ts'
import { letterDecisions } from './decisions.ts'
import { readLetterFor, type LetterForPerson } from './letter-for-person.ts'
import { buildParts, notWrittenMessage, writeLetter } from './letters.ts'
import type { ChosenPeople } from './people-of-list.ts'
import { firstName, personColumns, personRow } from './recipients.ts'

type PreviewedLetter = Pick<
  ListLetterRecord,
  'id' | 'state' | 'topic' | 'event_id' | 'opportunity_id' | 'skips_answered'
>

/**
 * Renders a letter for the person at `position`, or for the last person if there are fewer. People with an oddity come
 * first. Throws a 422 if no one gets the letter or if it cannot be rendered.
 */
export async function previewLetter(
  { db, config }: { db: Db; config: Config },
  letter: PreviewedLetter & { html: string },
  people: ChosenPeople,
  position: number,
): Promise<LetterPreview> {
  const { alumnus, signup, ...person } = await getPerson(db, letter, people, position)
  const content = (await readLetterFor(db, letter.id, { alumnus, signup }))!
  const { text } = writeOrRefuse(config, content)
  return { ...person, ...buildParts(config, content), html: letter.html, text }
}

function writeOrRefuse(config: Config, content: LetterForPerson): Message {
  try {
    return writeLetter(config, content, { to: '', unsubscribe: `${config.CHAMPIONS_URL}/` })
  } catch {
    throw new HttpError(422, notWrittenMessage)
  }
}

/** Sends the user a test e-mail filled in with one person's data. Throws a 422 in the same cases as `previewLetter`. */
export async function sendTest(
  { db, config, by: user }: { db: Db; config: Config; by: StaffUser },
  letter: PreviewedLetter & { version: number },
  people: ChosenPeople,
  position: number,
): Promise<{ sent_to: string; as: string }> {
  const { alumnus, signup, name } = await getPerson(db, letter, people, position)
  writeOrRefuse(config, (await readLetterFor(db, letter.id, { alumnus, signup }))!)
  await enqueueLetter(db, 'list-letter-test', { user: user.id, list_letter: letter.id, alumnus, signup })
  await db.update('list_letters', { id: letter.id, status: 'draft' }, { tested_version: letter.version })
  return { sent_to: user.email, as: name }
}

const previewedRow = z.object({
  alumnus: z.number().nullable(),
  signup: z.number().nullable(),
  oddity: z.enum(oddities).nullable(),
  people: z.number(),
})

async function getPerson(db: Db, letter: PreviewedLetter, people: ChosenPeople, position: number) {
  const recipients = isDraft(letter.state)
    ? sql`(select * from ${letterDecisions(people, letter)} where reason is null)`
    : sql`(select id as list_position, alumnus_id, signup_id from list_letter_recipients
        where letter_id = ${letter.id} and state <> 'left_out')`
  const [found] = await selectRaw(db, previewedRow)`with person as materialized (
        -- The length is null if there is no first name.
        select recipient.alumnus_id, recipient.signup_id, list_position, a.buid, length(${firstName}) as name_length
        from ${recipients} recipient
          left join alumni a on a.id = recipient.alumnus_id
          left join champion_signups s
            on s.id = case when recipient.signup_id is not null then surviving_signup(recipient.signup_id) end
        where a.id is not null or s.id is not null
      ),
      odd_person as (
        select 1 as rank, 'no_first_name' as oddity, min(list_position) as list_position
        from person
        where name_length is null
        union all
        (select 2, 'longest_name', list_position
        from person
        order by name_length desc nulls last, list_position
        limit 1)
        union all
        (select 3, 'several_degrees', list_position
        -- "offset 0" counts degrees in the order of the list, so that the first match ends the search.
        from (select * from person order by list_position offset 0) person
        where (select count(*) > 1 from educations e where e.buid = person.buid and e.kind = 'degree')
        limit 1)
      )
      -- People with an oddity come first, once each. A position past the end of the list selects the last person.
      select person.alumnus_id as alumnus, person.signup_id as signup, first_oddity.oddity,
        (select count(*) from person) as people
      from person
        left join (select distinct on (list_position) * from odd_person order by list_position, rank) first_oddity
          on first_oddity.list_position = person.list_position
      order by first_oddity.rank, person.list_position
      limit 1
      offset (select greatest(0, least(${position}, count(*)) - 1) from person)`
  if (!found) throw new HttpError(422, 'No one on this list can be written to. Choose other people.')
  return { ...found, ...(await readPerson(db, found)) }
}

async function readPerson(db: Db, { alumnus, signup }: { alumnus: number | null; signup: number | null }) {
  const [person] = await selectRaw(db, personRow)`select ${personColumns} from (select 1) one
      left join alumni a on a.id = ${alumnus} left join champion_signups s on s.id = surviving_signup(${signup})`
  return person!
}
