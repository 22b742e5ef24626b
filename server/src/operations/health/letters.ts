import { sql, type Nullable, type SelectQueryBuilder } from 'kysely'
import { describeLetter, type LetterState } from '@alumni/shared/letters'
import type { LettersPage, LettersQuery, SentLetter } from '@alumni/shared/operations/letters'
import { signupOfLetter, stateOfLetter } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import { decidePausedLetters, isCopy, copyMessage } from '../../foundations/mail/held-letters.ts'
import { enqueueMany } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { letterKinds } from './format.ts'

/** Returns a page of letters that match the search, newest first, with the number of all letters by state. */
export async function readLettersPage(db: Db, { q, state, kind, page }: LettersQuery): Promise<LettersPage> {
  const found = db
    .selectFrom('letters as l')
    .leftJoin('champion_signups as s', (join) => join.on('s.id', '=', signupOfLetter))
    .leftJoin('list_letter_recipients as r', (join) =>
      join.on('r.id', '=', sql<number>`(l.about->>'recipient')::bigint`),
    )
    .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
    .leftJoin('staff_users as u', (join) => join.on('u.id', '=', sql<number>`(l.about->>'user')::bigint`))
    .$if(state !== undefined, (letters) => letters.where(stateOfLetter, '=', state!))
    .$if(kind !== undefined, (letters) => letters.where('l.kind', '=', kind!))
    .where(matchesSearch(q, searchColumns))
  const { rows, ...members } = await readPage(page, {
    matching: countRows(found),
    read: ({ limit, offset }) => readLetters(found.orderBy('l.id', 'desc').limit(limit).offset(offset)),
  })
  const { waiting, given_up, sent, not_needed, failed, retained } = await countLetters(db)
  const counts = { waiting, given_up, sent, not_needed }
  const is_copy = await isCopy(db)
  return { letters: rows, kinds: letterKinds, counts, can_send_again: failed, retained, is_copy, ...members }
}

const searchColumns = [
  's.first_name',
  's.last_name',
  's.email',
  's.buid',
  'u.name',
  'u.email',
  'a.first_name',
  'a.preferred_name',
  'a.last_name',
  'a.primary_email',
  'a.buid',
]

async function readLetters(
  found: SelectQueryBuilder<LetterTables, 'l' | 's' | 'a' | 'u', object>,
): Promise<SentLetter[]> {
  const rows = await found
    .select(['l.id', 'l.kind', 'l.attempts', 'l.failure', stateOfLetter.as('state')])
    .select([utc('l.created_at').as('created_at'), utc('l.sent_at').as('sent_at')])
    .select(utc('l.given_up_at').as('given_up_at'))
    .select(['s.id as signup_id', 'u.id as user_id', 'a.buid'])
    .select(
      sql<string>`concat_ws(' ', coalesce(nullif(a.preferred_name, ''), a.first_name), a.last_name)`.as('alumnus'),
    )
    .select(sql<string>`coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), u.name, '')`.as('name'))
    .execute()
  return rows.map(({ signup_id, user_id, name, buid, alumnus, ...letter }) => ({
    ...letter,
    about: describeLetter(letter.kind),
    person: signup_id ? { kind: 'signup', id: signup_id, name } : user_id ? { kind: 'staff', id: user_id, name } : null,
    alumnus: buid && !signup_id ? { buid, name: alumnus } : null,
  }))
}
type LetterTables = Tables & {
  l: Tables['letters']
  s: Nullable<Tables['champion_signups']>
  a: Nullable<Tables['alumni']>
  u: Nullable<Tables['staff_users']>
}

/** Excludes letters to lists, because some of their addresses are always invalid and the letter's page lists these. */
const isUnexpected = sql<boolean>`sent_at is null and given_up_at is not null and kind <> 'list-letter'`

/** Excludes letters to lists after the first attempt, because a recipient's mail server may delay them for hours. */
const isOverdue = sql<boolean>`given_up_at is null and (kind <> 'list-letter' or attempts = 0)`

/** `oldest_at` and `last_failure` are the creation time and the last error of the oldest overdue letter. */
export async function countLetters(db: Db) {
  const inState = (state: LetterState) => sql<number>`count(*) filter (where ${stateOfLetter} = ${state})`.as(state)
  const counts = await db
    .selectFrom('letters as l')
    .select([inState('waiting'), inState('given_up'), inState('sent'), inState('not_needed')])
    .select(sql<number>`count(*) filter (where ${isUnexpected})`.as('failed'))
    .select(sql<number>`count(*) filter (where ${stateOfLetter} = 'waiting' and l.held_at is not null)`.as('retained'))
    .executeTakeFirstOrThrow()
  const latest = await db
    .selectFrom('letters')
    .select(utc('sent_at').as('at'))
    .where('sent_at', 'is not', null)
    .orderBy(sql`coalesce(sent_at, given_up_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  const oldest = await db
    .selectFrom('letters')
    .select(['failure', utc('created_at').as('at')])
    .where('sent_at', 'is', null)
    .where(isOverdue)
    .where('held_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return {
    ...counts,
    last_sent_at: latest?.at ?? null,
    oldest_at: oldest?.at ?? null,
    last_failure: oldest?.failure ?? null,
  }
}

export async function readLetterMetrics(db: Db): Promise<Readings> {
  const { waiting, given_up, oldest } = await db
    .selectFrom('letters')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('given_up_at', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere(isUnexpected).as('given_up'),
    ])
    .select(sql<number>`extract(epoch from now() - min(created_at) filter (where ${isOverdue}))::float8`.as('oldest'))
    .where('sent_at', 'is', null)
    // Excludes letters from before a restore, which wait for an administrator.
    .where('held_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { alumni_letters: { waiting, given_up }, alumni_letters_oldest_seconds: oldest ?? 0 }
}

/** Enqueues letters that were given up, or only letter `id`. Returns their number. Throws 409 if there are none. */
export async function resendLetters(db: Db, user: StaffUser, id?: number): Promise<number> {
  return transact(db, async (db) => {
    const letters = await db
      .updateTable('letters')
      .set({ given_up_at: null, attempts: 0 })
      .where('given_up_at', 'is not', null)
      .where('sent_at', 'is', null)
      // Excludes letters to lists, which may have been sent. The letter's page lists the people who did not get it.
      .where('kind', '!=', 'list-letter')
      .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
      .returning('id')
      .execute()
    if (letters.length === 0)
      throw new HttpError(409, 'This letter cannot be sent again. It may already be on its way.')
    const jobs = letters.map(({ id }) => ({ letter: id }))
    await enqueueMany(db, 'send-letter', jobs)
    const subject = id === undefined ? 'letters' : `letters/${id}`
    await audit(db, user, 'letters.sent-again', subject, { letters: letters.length })
    return letters.length
  })
}

/** Sends or drops the letters from before a restore. Throws 409 if there are none, or if a copy would send them. */
export async function decideLetters(db: Db, user: StaffUser, decision: 'send' | 'drop'): Promise<number> {
  return transact(db, async (db) => {
    if (decision === 'send' && (await isCopy(db))) throw new HttpError(409, copyMessage)
    const letters = await decidePausedLetters(db, decision)
    if (letters === 0) throw new HttpError(409, 'No letters are on hold anymore. Someone else may have decided.')
    await audit(db, user, `letters.retained-${decision === 'send' ? 'sent' : 'dropped'}`, 'letters', { letters })
    return letters
  })
}
