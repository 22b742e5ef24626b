import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import {
  bouncedLettersPage,
  bouncedLettersQuery,
  bouncedPerson,
  bounceReasons,
  bounceTexts,
  type BouncedPerson,
  type BounceReason,
} from '@alumni/shared/alumni/reports'
import type { BouncedLetter } from '@alumni/shared/alumni/record'
import { isAboutSignups, survivorOfLetter } from '../../champions/index.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { describeLetter } from '@alumni/shared/letters'
import { buildCsvLink, type Report } from '../../alumni/index.ts'

export const bouncedLetters: Report<typeof bouncedLettersQuery, typeof bouncedLettersPage> = {
  name: 'bounced_letters',
  count: async (db) => sum(await countBouncedLetters(db)),
  query: bouncedLettersQuery,
  page: bouncedLettersPage,
  async list(db, { page, ...filter }) {
    const counts = await countBouncedLetters(db)
    const { rows, ...members } = await readPage(page, {
      matching: filter.q
        ? countFrom(db, sql`from (${selectPeople(filter)}) as people`)
        : filter.why
          ? counts[filter.why]
          : sum(counts),
      read: ({ limit, offset }) => readPeople(db, filter, sql`limit ${limit} offset ${offset}`),
    })
    return { people: rows, ...members, counts, links: buildCsvLink('bounced_letters', filter) }
  },
  header: ['Name', 'Is', 'Address on file', 'Why', 'What to do', 'Letters', 'Tried again by itself', 'About', 'Last'],
  async *rows(db, filter) {
    const people = await readPeople(db, filter, sql``)
    yield people.map(({ name, kind, buid, email, why, letters, waiting, about, last_at }) => [
      name,
      { signup: 'Champion', staff: 'Staff', nobody: buid ? 'Alumnus' : '' }[kind],
      email,
      bounceTexts[why].title,
      bounceTexts[why].advice,
      letters,
      waiting,
      about.join(', '),
      last_at,
    ])
  },
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

const bouncedRow = z.object({ why: z.enum(['refused', 'later']), at: z.string() })

/** Returns the newest bounced letter to an alumnus's signups, or null if there is none or a later one arrived. */
export async function findBouncedLetter(db: Db, buid: string): Promise<BouncedLetter | null> {
  const signups = await db.findAll('champion_signups', ['id'], { buid })
  if (signups.length === 0) return null
  const isTheirs = isAboutSignups(signups.map(({ id }) => id))
  const [last] = await selectRaw(db, bouncedRow)`
      select ${reasonOf} as why, ${utc(sql`coalesce(l.given_up_at, l.created_at)`)} as at
      from letters as l
      where l.failure is not null
        and l.sent_at is null
        and ${reasonOf} in ('refused', 'later')
        and ${isTheirs}
      order by l.id desc
      limit 1
    `
  if (!last) return null
  const [arrived] = await selectRaw(db, z.object({ id: z.number() }))`
      select l.id
      from letters as l
      where coalesce(l.sent_at, l.given_up_at) > ${last.at}::timestamptz
        and l.sent_at is not null
        and not l.unneeded
        and ${isTheirs}
      limit 1
    `
  return arrived ? null : last
}

const countRow = z.object({ why: z.enum(bounceReasons), count: z.number() })

async function countBouncedLetters(db: Db): Promise<Record<BounceReason, number>> {
  const counts = await selectRaw(
    db,
    countRow,
  )`select why, count(*) as count from (${selectPeople({})}) as people group by why`
  return Object.fromEntries(
    bounceReasons.map((reason) => [reason, counts.find((row) => row.why === reason)?.count ?? 0]),
  ) as Record<BounceReason, number>
}

const personRow = bouncedPerson.omit({ about: true }).extend({ kinds: z.array(z.string()) })

async function readPeople(db: Db, filter: Filter, limit: RawBuilder<unknown>): Promise<BouncedPerson[]> {
  const rows = await selectRaw(db, personRow)`
      select kind, id, buid, name, email, why, failure, kinds, letters, waiting, last_at
      from (${selectPeople(filter)}) as people
      order by last_letter desc
      ${limit}
    `
  return rows.map(({ kinds, ...person }) => ({ ...person, about: kinds.map(describeLetter) }))
}

type Filter = { q?: string | undefined; why?: BounceReason | undefined }

function selectPeople({ q, why }: Filter): RawBuilder<unknown> {
  return sql`
    with unsent_letters as (
      select
        l.id, l.kind, l.failure, l.given_up_at,
        coalesce(l.given_up_at, l.created_at) as at,
        ${reasonOf} as why,
        ${survivorOfLetter} as signup_id,
        (l.about->>'user')::bigint as user_id,
        (select alumnus_id from list_letter_recipients where id = (l.about->>'recipient')::bigint) as recipient_alumnus_id
      from letters as l
      where l.failure is not null
        and l.sent_at is null
    ),
    person_failures as (
      select
        signup_id,
        user_id,
        -- a letter about a signup counts for the signup only
        case when signup_id is null then recipient_alumnus_id end as alumnus_id,
        count(*) as letters,
        count(*) filter (where given_up_at is null) as waiting,
        max(id) as last_letter,
        max(at) as last_at,
        array_agg(distinct kind order by kind) as kinds,
        (array_agg(why order by id desc))[1] as why,
        (array_agg(failure order by id desc))[1] as failure
      from unsent_letters
      group by signup_id, user_id, alumnus_id
    ),
    people as (
      select
        -- alumni without a signup, and people who are no longer on file, are of the kind 'nobody'
        case when signup.id is not null then 'signup' when staff.id is not null then 'staff' else 'nobody' end as kind,
        coalesce(signup.id, staff.id) as id,
        coalesce(signup.buid, alumnus.buid) as buid,
        coalesce(
          nullif(concat_ws(' ', signup.first_name, signup.last_name), ''),
          staff.name,
          concat_ws(' ', coalesce(nullif(alumnus.preferred_name, ''), alumnus.first_name), alumnus.last_name)
        ) as name,
        coalesce(signup.email, staff.email, alumnus.primary_email) as email,
        failed.why, failed.failure, failed.kinds, failed.letters, failed.waiting, failed.last_letter,
        ${utc('failed.last_at')} as last_at
      from person_failures as failed
        -- erased signups have no address
        left join champion_signups as signup on signup.id = failed.signup_id and signup.email <> ''
        left join staff_users as staff on staff.id = failed.user_id
        left join alumni as alumnus on alumnus.id = failed.alumnus_id
    )
    select *
    from people
    where ${matchesSearch(q, ['name', 'email', 'buid'])}
      and ${why ? sql`why = ${why}` : sql`true`}
  `
}

const reasonOf = sql`case
  when l.failure !~ '^The mail server' then 'unwritten'
  when l.failure ~ 'EAUTH' then 'unreachable'
  when l.failure ~ '\\y5\\d\\d\\)' then 'refused'
  when l.failure ~ '\\y4\\d\\d\\)' then 'later'
  else 'unreachable'
end`
