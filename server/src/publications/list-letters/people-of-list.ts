import { askedGroups, type AskedGroup } from '@alumni/shared/alumni/ask-filters'
import { maxChosen, type PeopleList } from '@alumni/shared/publications/list-letters'
import { assertNever } from '@alumni/shared/assert-never'
import { signupsQuery } from '@alumni/shared/champions/list-filters'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { findIds, type PeopleIndex } from '../../alumni/index.ts'
import { matchingSignups } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { groupConditions, personAnswers } from '../engine/person-answers.ts'

/** Ids of alumni and of champion signups. A person can be in both lists. */
export type ChosenPeople = { alumni: readonly number[]; signups: readonly number[] }
type ReadContext = { db: Db; config: Config; index: PeopleIndex }

/** Returns the ids of the people on a list. Throws a 422 if the list no longer exists or is too long. */
export async function readPeopleOfList(context: ReadContext, list: PeopleList): Promise<ChosenPeople> {
  const people = await read(context, list)
  if (people.alumni.length + people.signups.length > maxChosen)
    throw new HttpError(422, `A letter goes to at most ${maxChosen.toLocaleString('en-US')} people. Narrow the list.`)
  return people
}

async function read({ db, config, index }: ReadContext, list: PeopleList): Promise<ChosenPeople> {
  switch (list.from) {
    case 'search': {
      const found = await findIds(index, list.query, maxChosen + 1)
      if (!found) throw new HttpError(422, 'This search can no longer be read. Choose the people again.')
      return { alumni: found.ids, signups: [] }
    }
    case 'people':
      return {
        alumni: await idsOf(db, sql`select id from alumni where buid = any(${list.buids}::text[])`),
        signups: [],
      }
    case 'recorded':
      await refuseMissing(
        db,
        sql`select id from engagement_batches where id = ${list.id} and undone_at is null`,
        'The recorded list was undone or deleted. Choose the people again.',
      )
      return {
        alumni: await idsOf(
          db,
          sql`select distinct a.id from engagement_batches b
            join engagements e on e.id between b.first_engagement_id and b.last_engagement_id and e.engagement_batch_id = b.id
            join alumni a on a.buid = e.buid where b.id = ${list.id}`,
        ),
        signups: [],
      }
    case 'signup':
      return { alumni: [], signups: await idsOf(db, sql`select id from champion_signups where id = ${list.id}`) }
    case 'champions': {
      const parsed = signupsQuery.safeParse(Object.fromEntries(new URLSearchParams(list.query)))
      if (!parsed.success) throw new HttpError(422, 'This list can no longer be read. Choose the people again.')
      const { page: _page, sort: _sort, ...filters } = parsed.data
      const rows = await matchingSignups(db, config, filters).select('c.id').execute()
      return { alumni: [], signups: rows.map(({ id }) => id) }
    }
    case 'answers':
      await refuseMissing(
        db,
        sql`select id from ${sql.table(list.to === 'event' ? 'events' : 'opportunities')} where id = ${list.id}`,
        `The ${list.to} was deleted. Choose the people again.`,
      )
      return isGroup(list.status)
        ? toPeople(await selectRaw(db, personRow)`${selectAskedPeople(list, list.status)}`)
        : { alumni: [], signups: await idsOf(db, selectAnswerers(list)) }
    case 'reminder':
      return toPeople((await readUnreminded(db, list.id)).filter(({ is_due }) => is_due))
    default:
      return assertNever(list)
  }
}

type Answers = PeopleList & { from: 'answers' }

const isGroup = (status: string | null): status is AskedGroup => askedGroups.some((group) => group === status)
const personRow = z.object({ alumnus_id: z.number().nullable(), signup_id: z.number().nullable() })

function selectAskedPeople({ to: kind, id }: Answers, group: AskedGroup): RawBuilder<unknown> {
  return sql`select p.alumnus_id, p.signup_id from ${personAnswers({ kind, id })} where ${groupConditions[group]}`
}

function selectAnswerers({ to, id, status }: Answers): RawBuilder<unknown> {
  const [table, column] = to === 'event' ? ['event_rsvps', 'event_id'] : ['opportunity_responses', 'opportunity_id']
  const statuses = status === 'expected' ? ['going', 'attended', 'absent'] : [status]
  return sql`select distinct signup_id as id from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and (${status}::text is null or status = any(${statuses}::text[]))`
}

const unremindedRow = personRow.extend({ reached_at: z.string(), is_due: z.boolean() })

/**
 * Lists the people who got a letter about this letter's subject and to whom no reminder about it was addressed.
 * `reached_at` is when their last delivered letter was sent; a reminder is due `daysToAnswer` days later.
 */
export async function readUnreminded(db: Db, letter: number): Promise<z.output<typeof unremindedRow>[]> {
  return selectRaw(db, unremindedRow)`with letter_of_person as (
        select coalesce(recipient.alumnus_id, alumnus.id) as alumnus_id,
          case when coalesce(recipient.alumnus_id, alumnus.id) is null then survivor.id end as signup_id,
          letter.list->>'from' = 'reminder' as is_reminder,
          -- The time is null if the letter was not delivered.
          case when recipient.state in ('sent', 'in_doubt') then recipient.changed_at end as reached_at
        from list_letters this_letter
          join list_letters letter
            on letter.event_id = this_letter.event_id or letter.opportunity_id = this_letter.opportunity_id
          join list_letter_recipients recipient on recipient.letter_id = letter.id and recipient.state <> 'left_out'
          left join champion_signups survivor on survivor.id = surviving_signup(recipient.signup_id)
          left join alumni alumnus on alumnus.buid = survivor.buid
        where this_letter.id = ${letter}
      )
      select alumnus_id, signup_id, ${utc(sql`max(reached_at)`)} as reached_at,
        max(reached_at) <= now() - ${daysToAnswer} * interval '1 day' as is_due
      from letter_of_person
      where coalesce(alumnus_id, signup_id) is not null
      group by alumnus_id, signup_id
      having not bool_or(is_reminder)
        and max(reached_at) is not null`
}

export const daysToAnswer = 3

export async function lockReminders(db: Db, kind: 'event' | 'opportunity', id: number): Promise<void> {
  const table = kind === 'event' ? 'events' : 'opportunities'
  await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export function toPeople(recipients: readonly z.output<typeof personRow>[]): ChosenPeople {
  return {
    alumni: recipients.flatMap(({ alumnus_id }) => alumnus_id ?? []),
    signups: recipients.flatMap(({ alumnus_id, signup_id }) => (alumnus_id === null ? (signup_id ?? []) : [])),
  }
}

async function refuseMissing(db: Db, query: RawBuilder<unknown>, message: string): Promise<void> {
  if ((await idsOf(db, query)).length === 0) throw new HttpError(422, message)
}

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db)
  return rows.map(({ id }) => id)
}
