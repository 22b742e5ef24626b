import { leftOutReasons, type LetterReach } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { optOutKey } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { ChosenPeople } from './people-of-list.ts'

/** The members of a letter that decide who is left out. */
export type LetterAbout = {
  topic: string
  event_id: number | null
  opportunity_id: number | null
  skips_answered: boolean
}

const groupRow = z.object({ reason: z.enum(leftOutReasons).nullable(), people: z.number() })

/** Counts who would get a letter, and who would not for which reason. */
export async function countReach(db: Db, people: ChosenPeople, about: LetterAbout): Promise<LetterReach> {
  const groups = await selectRaw(
    db,
    groupRow,
    sql`${decided(people, about)} select reason, count(*)::int as people from decided group by reason`,
  )
  return reachOf(groups)
}

const ruleRow = z.object({
  alumnus_id: z.number().nullable(),
  signup_id: z.number().nullable(),
  reason: z.enum(leftOutReasons).nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
})
/** A person at their turn; `address` is their e-mail address as `fold_email` has it. */
export type Rule = z.output<typeof ruleRow>

/** Decides about one person at their turn. */
export async function ruleOf(
  db: Db,
  { alumnus_id, signup_id }: { alumnus_id: number | null; signup_id: number | null },
  about: LetterAbout,
): Promise<Rule> {
  const person = alumnus_id === null ? { alumni: [], signups: [signup_id!] } : { alumni: [alumnus_id], signups: [] }
  const [rule] = await selectRaw(
    db,
    ruleRow,
    sql`${decided(person, about)} select alumnus_id, signup_id, reason, email, address from decided`,
  )
  return rule ?? { alumnus_id, signup_id, reason: 'gone', email: null, address: null }
}

/** Writes a row for each person of a letter, in one statement; answers how many get it and who is left out. */
export async function chooseRecipients(
  db: Db,
  letter: number,
  people: ChosenPeople,
  about: LetterAbout,
): Promise<LetterReach> {
  const groups = await selectRaw(
    db,
    groupRow,
    sql`${decided(people, about)}, written as (
        insert into list_letter_recipients (letter_id, alumnus_id, signup_id, state, reason)
        select ${letter}::bigint, alumnus_id, signup_id, case when reason is null then 'waiting' else 'left_out' end, reason
        from decided order by turn
        returning reason)
      select reason, count(*)::int as people from written group by reason`,
  )
  return reachOf(groups)
}

function reachOf(groups: readonly z.output<typeof groupRow>[]): LetterReach {
  const people = (reason: string | null) => groups.find((group) => group.reason === reason)?.people ?? 0
  return {
    chosen: groups.reduce((sum, group) => sum + group.people, 0),
    written_to: people(null),
    left_out: Object.fromEntries(
      leftOutReasons.flatMap((reason) => (people(reason) > 0 ? [[reason, people(reason)]] : [])),
    ),
  }
}

/**
 * Common table expressions that end in `decided`: each person once, an alumnus with the signup that is linked to them,
 * and the first reason to leave them out. A champion's own address counts before that of the CRM. The flags of an
 * alumnus also count for a signup with one of their addresses that is not linked to anyone.
 */
export function decided({ alumni, signups }: ChosenPeople, about: LetterAbout): RawBuilder<unknown> {
  return sql`with chosen as (
      select id as alumnus_id, null::bigint as referred, n as turn from unnest(${alumni}::bigint[]) with ordinality t (id, n)
      union all
      select null, id, ${alumni.length} + n from unnest(${signups}::bigint[]) with ordinality t (id, n)),
    person as (
      select c.turn, coalesce(a.id, linked.id) as alumnus_id, coalesce(own.id, s.id, c.referred) as signup_id,
        c.referred is not null and s.id is null as is_gone
      from chosen c
        left join champion_signups s on s.id = case when c.referred is not null then surviving_signup(c.referred) end
        left join alumni linked on linked.buid = s.buid
        left join alumni a on a.id = c.alumnus_id
        left join lateral (select o.id from champion_signups o
          where o.buid = a.buid and o.deleted_at is null order by o.id limit 1) own on true
      where c.alumnus_id is null or a.id is not null),
    once as (
      select min(turn) as turn, alumnus_id, min(signup_id) as signup_id, bool_and(is_gone) as is_gone
      from person where alumnus_id is not null group by alumnus_id
      union all
      select min(turn), null, signup_id, bool_and(is_gone) from person where alumnus_id is null group by signup_id),
    reached as (
      select o.*, a.buid, coalesce(a.deceased, same.deceased) as deceased,
        coalesce(a.do_not_contact, same.do_not_contact) as do_not_contact, coalesce(a.do_not_email, same.do_not_email) as do_not_email,
        coalesce(nullif(s.email, ''), a.primary_email) as email,
        fold_email(coalesce(nullif(s.email, ''), a.primary_email)) as address,
        array[s.folded_email, fold_email(a.primary_email), fold_email(a.personal_email), fold_email(a.work_email),
          fold_email(a.school_email), fold_email(a.other_email)] as addresses
      from once o left join alumni a on a.id = o.alumnus_id
        left join champion_signups s on s.id = o.signup_id and s.deleted_at is null
        left join lateral (select bool_and(f.deceased) as deceased, bool_or(f.do_not_contact) as do_not_contact, bool_or(f.do_not_email) as do_not_email
          from alumni_emails e join alumni f on f.id = e.alumnus_id
          where o.alumnus_id is null and e.email = s.folded_email) same on true),
    opted_out as (${optedOut(about)}),
    answered as (${answered(about)}),
    -- Evaluates the subqueries once, although the reason is used twice below.
    ruled as materialized (
      select r.turn, r.alumnus_id, r.signup_id, r.email, r.address, case
        when r.is_gone then 'gone'
        when r.deceased then 'deceased'
        when r.do_not_contact then 'do_not_contact'
        when r.do_not_email then 'do_not_email'
        when r.turn in (select turn from opted_out) then 'opted_out'
        when r.signup_id in (select signup_id from answered) or r.buid in (select buid from answered) then 'answered'
        when r.address is null then 'no_email'
        when r.address in (select folded_email from refused_addresses) then 'bounced' end as reason
      from reached r),
    decided as (
      select turn, alumnus_id, signup_id, email, address, coalesce(reason, case when row_number() over (
        partition by reason is null, address order by turn) > 1 then 'same_address' end) as reason
      from ruled)`
}

/** The digest of an address that got a letter. */
export function addressKey(letter: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<string> {
  return sql`encode(sha256(convert_to(${letter} || ' ' || ${address}::text, 'UTF8')), 'hex')`
}

/** Selects the turns of people who want no letters on the topic. Makes no digest while no one has opted out of it. */
function optedOut({ topic }: LetterAbout): RawBuilder<unknown> {
  const theirs = sql`select address_key from letter_opt_outs where topic in (${topic}, 'all')`
  return sql`select turn from (
      select turn, unnest(addresses || array['alumnus ' || alumnus_id, 'signup ' || signup_id]) as name from reached
      union all
      select r.turn, unnest(array['signup ' || m.id, m.folded_email])
      -- "is not null" limits the scan to merged signups.
      from reached r join champion_signups d on d.merged_into_id is not null and d.merged_into_id = r.signup_id
        join champion_signups m on m.id in (select signups_standing_for(d.id))) own
    where exists (${theirs}) and ${optOutKey(sql`name`)} in (${theirs})`
}

/**
 * Selects the signups, as merged now, and the BUIDs of alumni that have answered the event or opportunity, be it by an
 * unconfirmed no.
 */
function answered({ event_id, opportunity_id, skips_answered }: LetterAbout): RawBuilder<unknown> {
  const [answers, isAbout] =
    event_id === null
      ? [sql`opportunity_responses`, sql`opportunity_id = ${opportunity_id}`]
      : [sql`event_rsvps`, sql`event_id = ${event_id}`]
  return sql`select s.id as signup_id, s.buid from (select signup_id from ${answers} where ${isAbout}) given
      join champion_signups s on s.id = surviving_signup(given.signup_id) where ${skips_answered}
    union all
    select surviving_signup(r.signup_id), a.buid from list_letter_recipients r join list_letters l on l.id = r.letter_id
      left join alumni a on a.id = r.alumnus_id where l.${isAbout} and r.declined_at is not null and ${skips_answered}
    union all
    select null, buid from asks where ${isAbout} and answer is not null and ${skips_answered}`
}
