import { leftOutReasons, type LetterReach } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { optOutKey } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { ChosenPeople } from './people-of-list.ts'

export type LetterRules = {
  topic: string
  event_id: number | null
  opportunity_id: number | null
  skips_answered: boolean
}

/** Builds a `from` item that lists people with the reason to leave them out, or null. See `letter-decisions.sql`. */
export function letterDecisions(people: ChosenPeople, rules: LetterRules): RawBuilder<unknown> {
  return sql`letter_decisions(${decisionArguments(people, rules)})`
}

function decisionArguments(
  { alumni, signups }: ChosenPeople,
  { topic, event_id, opportunity_id, skips_answered }: LetterRules,
): RawBuilder<unknown> {
  const kind = event_id === null ? 'opportunity' : 'event'
  const subject = skips_answered ? (event_id ?? opportunity_id) : null
  return sql`${alumni}::bigint[], ${signups}::bigint[], ${topic}, ${kind}, ${subject}::bigint`
}

const groupRow = z.object({ reason: z.enum(leftOutReasons).nullable(), people: z.number() })

/** Counts the chosen people who would get a letter, and those left out by reason. Stores nothing. */
export async function countLetterReach(db: Db, people: ChosenPeople, rules: LetterRules): Promise<LetterReach> {
  const groups = await selectRaw(
    db,
    groupRow,
  )`select reason, count(*)::int as people from ${letterDecisions(people, rules)} group by reason`
  return toReach(groups)
}

const decisionRow = z.object({
  alumnus_id: z.number().nullable(),
  signup_id: z.number().nullable(),
  reason: z.enum(leftOutReasons).nullable(),
  email: z.string().nullable(),
  folded_email: z.string().nullable(),
})
export type LetterDecision = z.output<typeof decisionRow>

/** Decides whether a letter goes to one person, by either id. A null `reason` means yes; `email` is the address. */
export async function decideOnPerson(
  db: Db,
  { alumnus_id, signup_id }: { alumnus_id: number | null; signup_id: number | null },
  rules: LetterRules,
): Promise<LetterDecision> {
  const person = alumnus_id === null ? { alumni: [], signups: [signup_id!] } : { alumni: [alumnus_id], signups: [] }
  const [decision] = await selectRaw(
    db,
    decisionRow,
  )`select alumnus_id, signup_id, reason, email, folded_email from letter_decision(${decisionArguments(person, rules)})`
  return decision ?? { alumnus_id, signup_id, reason: 'gone', email: null, folded_email: null }
}

/** Stores the chosen people as recipients, either waiting or left out with a reason, and returns the counts. */
export async function insertRecipients(
  db: Db,
  letter: number,
  people: ChosenPeople,
  rules: LetterRules,
): Promise<LetterReach> {
  const groups = await selectRaw(db, groupRow)`with recipient as (
        insert into list_letter_recipients (letter_id, alumnus_id, signup_id, state, reason)
        select ${letter}::bigint, alumnus_id, signup_id, case when reason is null then 'waiting' else 'left_out' end, reason
        from ${letterDecisions(people, rules)}
        order by list_position
        returning reason
      )
      select reason, count(*)::int as people from recipient group by reason`
  return toReach(groups)
}

function toReach(groups: readonly z.output<typeof groupRow>[]): LetterReach {
  const people = (reason: string | null) => groups.find((group) => group.reason === reason)?.people ?? 0
  return {
    chosen: groups.reduce((sum, group) => sum + group.people, 0),
    written_to: people(null),
    left_out: Object.fromEntries(
      leftOutReasons.flatMap((reason) => (people(reason) > 0 ? [[reason, people(reason)]] : [])),
    ),
  }
}

/** Builds SQL for a digest of a letter and an address. The digest is unique: each address gets a letter only once. */
export function addressKey(letter: number, address: string | null | RawBuilder<unknown>): RawBuilder<string> {
  return optOutKey(sql`${letter}::bigint || ' ' || ${address}::text`)
}
