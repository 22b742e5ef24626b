import {
  isDraft,
  oddities,
  type LetterPreview,
  type ListLetterRecord,
  type Oddity,
} from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { StaffUser } from '../../staff/index.ts'
import { letterDecisions } from './choose.ts'
import { readLetterFor, type LetterForPerson } from './letter-for-person.ts'
import { buildParts, notWrittenSentence, writeLetter } from './letters.ts'
import type { ChosenPeople } from './people-of-list.ts'
import { firstName, personColumns, personRow } from './recipients.ts'

type PreviewedLetter = Pick<
  ListLetterRecord,
  'id' | 'state' | 'topic' | 'event_id' | 'opportunity_id' | 'skips_answered'
>

/**
 * Renders a letter for one of its people: those with an oddity first, then the others in their order. A position past
 * the end selects the last person. Throws a 422 if no one gets the letter, or if it cannot be written.
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
    throw new HttpError(422, notWrittenSentence)
  }
}

/** Sends a letter with the data of one of its people to a colleague. Throws a 422 as `previewLetter` does. */
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

async function getPerson(db: Db, letter: PreviewedLetter, people: ChosenPeople, position: number) {
  const ids = await listPeople(db, letter, people)
  const count = ids.alumni.length
  if (count === 0) throw new HttpError(422, 'No one on this list can be written to. Choose other people.')
  const indexOf = await findOddities(db, ids)
  const inListOrder = ids.alumni.map((_, index) => index)
  const order = [...new Set([...oddities.flatMap((oddity) => indexOf[oddity] ?? []), ...inListOrder])]
  const index = order[Math.min(position, count) - 1]!
  const reference = { alumnus: ids.alumni[index]!, signup: ids.signups[index]! }
  const oddity = oddities.find((name) => indexOf[name] === index) ?? null
  return { ...reference, ...(await readPerson(db, reference)), oddity, people: count }
}

const idArray = z.array(z.number().nullable())
const idsRow = z.object({ alumni: idArray, signups: idArray })
/** The alumnus and signup of each person, at the same index. */
type PersonIds = z.output<typeof idsRow>

/** Lists the people who would get a draft, or who were chosen for a sent letter, as far as they still exist. */
async function listPeople(db: Db, letter: PreviewedLetter, people: ChosenPeople): Promise<PersonIds> {
  const source = isDraft(letter.state)
    ? sql`${letterDecisions(people, letter)} p where p.reason is null`
    : sql`(select id as list_position, * from list_letter_recipients) p where p.letter_id = ${letter.id} and p.state <> 'left_out'`
  const [ids] = await selectRaw(
    db,
    idsRow,
    sql`select coalesce(array_agg(p.alumnus_id order by p.list_position), '{}') as alumni,
        coalesce(array_agg(p.signup_id order by p.list_position), '{}') as signups
      from ${source} and (exists (select from alumni a where a.id = p.alumnus_id)
        or exists (select from champion_signups s where s.id = surviving_signup(p.signup_id)))`,
  )
  return ids!
}

const index = z.number().nullable()
const odditiesRow = z.object({ no_first_name: index, longest_name: index, several_degrees: index })

/** Finds the index of the first person with each oddity. */
async function findOddities(db: Db, ids: PersonIds): Promise<Record<Oddity, number | null>> {
  const [found] = await selectRaw(
    db,
    odditiesRow,
    sql`with person as materialized (
        select p.position - 1 as index, a.buid, length(${firstName}) as name_length
        from unnest(${ids.alumni}::bigint[], ${ids.signups}::bigint[]) with ordinality p (alumnus_id, signup_id, position)
          left join alumni a on a.id = p.alumnus_id
          left join champion_signups s on s.id = case when p.signup_id is not null then surviving_signup(p.signup_id) end)
      select (select min(index) from person where name_length is null) as no_first_name,
        (select index from person order by name_length desc nulls last, index limit 1) as longest_name,
        -- "offset 0" keeps the order of the list, in which the first match comes soon.
        (select index from (select * from person order by index offset 0) p
          where (select count(*) > 1 from educations e where e.buid = p.buid and e.kind = 'degree') limit 1) as several_degrees`,
  )
  return found!
}

async function readPerson(db: Db, { alumnus, signup }: { alumnus: number | null; signup: number | null }) {
  const [person] = await selectRaw(
    db,
    personRow,
    sql`select ${personColumns} from (select 1) one
      left join alumni a on a.id = ${alumnus} left join champion_signups s on s.id = surviving_signup(${signup})`,
  )
  return person!
}
