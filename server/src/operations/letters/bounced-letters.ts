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
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
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
      matching: filter.q ? countFrom(db, selectPeople(filter)) : filter.why ? counts[filter.why] : sum(counts),
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

/** Returns the last letter that did not reach an alumnus because of the address, unless a later one arrived. */
export async function findBouncedLetter(db: Db, buid: string): Promise<BouncedLetter | null> {
  const signups = await db.findAll('champion_signups', ['id'], { buid })
  if (signups.length === 0) return null
  const isTheirs = isAboutSignups(signups.map(({ id }) => id))
  const [last] = await selectRaw(
    db,
    bouncedRow,
    sql`select ${reasonOf} as why, to_char(coalesce(l.given_up_at, l.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from letters l where l.failure is not null and l.sent_at is null and ${reasonOf} in ('refused', 'later') and ${isTheirs}
      order by l.id desc limit 1`,
  )
  if (!last) return null
  const [arrived] = await selectRaw(
    db,
    z.object({ id: z.number() }),
    sql`select l.id from letters l
      where coalesce(l.sent_at, l.given_up_at) > ${last.at}::timestamptz and l.sent_at is not null and not l.unneeded and ${isTheirs} limit 1`,
  )
  return arrived ? null : last
}

const countRow = z.object({ why: z.enum(bounceReasons), count: z.number() })

async function countBouncedLetters(db: Db): Promise<Record<BounceReason, number>> {
  const counts = await selectRaw(db, countRow, sql`select why, count(*) as count ${selectPeople({})} group by why`)
  return Object.fromEntries(
    bounceReasons.map((reason) => [reason, counts.find((row) => row.why === reason)?.count ?? 0]),
  ) as Record<BounceReason, number>
}

const personRow = bouncedPerson.omit({ about: true }).extend({ kinds: z.array(z.string()) })

async function readPeople(db: Db, filter: Filter, limit: RawBuilder<unknown>): Promise<BouncedPerson[]> {
  const rows = await selectRaw(
    db,
    personRow,
    sql`select kind, id, buid, name, email, why, failure, kinds, letters, waiting, last_at ${selectPeople(filter)} order by last_letter desc ${limit}`,
  )
  return rows.map(({ kinds, ...person }) => ({ ...person, about: kinds.map(describeLetter) }))
}

type Filter = { q?: string | undefined; why?: BounceReason | undefined }

function selectPeople({ q, why }: Filter): RawBuilder<unknown> {
  return sql`from (
      with unsent_letters as (
        select l.id, l.kind, l.failure, l.given_up_at, coalesce(l.given_up_at, l.created_at) as at, ${reasonOf} as why,
          ${survivorOfLetter} as signup_id, (l.about->>'user')::bigint as user_id,
          (select alumnus_id from list_letter_recipients where id = (l.about->>'recipient')::bigint) as alumnus_id
        from letters l where l.failure is not null and l.sent_at is null),
      person_failures as (
        select signup_id, user_id, case when signup_id is null then alumnus_id end as alumnus_id,
          count(*) as letters, count(*) filter (where given_up_at is null) as waiting,
          max(id) as last_letter, max(at) as last_at, array_agg(distinct kind order by kind) as kinds,
          (array_agg(why order by id desc))[1] as why, (array_agg(failure order by id desc))[1] as failure
        from unsent_letters group by 1, 2, 3)
      select case when s.id is not null then 'signup' when u.id is not null then 'staff' else 'nobody' end as kind,
        coalesce(s.id, u.id) as id, coalesce(s.buid, a.buid) as buid,
        coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), u.name,
          concat_ws(' ', coalesce(nullif(a.preferred_name, ''), a.first_name), a.last_name)) as name,
        coalesce(nullif(s.email, ''), u.email, a.primary_email) as email,
        r.why, r.failure, r.kinds, r.letters, r.waiting, r.last_letter,
        to_char(r.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
      from person_failures r
        left join champion_signups s on s.id = r.signup_id and s.email <> ''
        left join staff_users u on u.id = r.user_id
        left join alumni a on a.id = r.alumnus_id
    ) people where ${hasWords(q, ['name', 'email', 'buid'])} and ${why ? sql`why = ${why}` : sql`true`}`
}

/** The mailer stores the code of the mail server's reply but not its text. */
const reasonOf = sql`case
  when l.failure !~ '^The mail server' then 'unwritten'
  when l.failure ~ 'EAUTH' then 'unreachable'
  when l.failure ~ '\\y5\\d\\d\\)' then 'refused'
  when l.failure ~ '\\y4\\d\\d\\)' then 'later'
  else 'unreachable' end`
