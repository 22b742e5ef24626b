import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import { signupIdsOf } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { forgetMerges } from '../merges/saved-merge.ts'
import { writeEndings, type SignupEnding } from '../record/signup-endings.ts'
import { deleteSignup, type WithdrawAnswers } from './delete-signup.ts'
import { personalData, personalTables } from './personal-data.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'erase-deleted-signups': Record<string, never>
    'forget-email-changes': Record<string, never>
  }
}

/** Erases the personal data of signups deleted 30 days ago, and of those merged into them. */
export async function eraseDeletedSignups(db: Db): Promise<void> {
  const deleted = await db.findAll('champion_signups', ['id'], {
    deleted_at: compare('<', sql<string>`now() - interval '30 days'`),
    merged_into_id: null,
    email: compare('!=', ''),
  })
  for (const { id } of deleted)
    await transact(db, async (db) => {
      const found = db
        .selectFrom('champion_signups')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
      const isStillDeleted = await found.forNoKeyUpdate().executeTakeFirst()
      if (isStillDeleted) await erase(db, await signupIdsOf(db, id))
    })
}

async function erase(db: Db, signups: readonly number[]): Promise<void> {
  await nameAlumnusOfLetters(db, signups)
  for (const [name, { of = 'signup_id', deleted, erased }] of personalTables) {
    const table = name as 'champion_signups'
    const isTheirs = sql<boolean>`${sql.ref(of)} = any(${signups}::bigint[])`
    if (deleted) await db.deleteFrom(table).where(isTheirs).execute()
    else if (erased) await db.updateTable(table).set(erased).where(isTheirs).execute()
  }
  await forgetMerges(db, signups, personalData.signup_merges.erased)
  await sql`select forget_audited_values(${[...signups]}::bigint[])`.execute(db)
  await writeEndings(db, signups, 'forgotten')
}

/** Points letters at the alumnus, who stays on file, so that their opt-out links keep working. */
async function nameAlumnusOfLetters(db: Db, signups: readonly number[]): Promise<void> {
  await sql`update list_letter_recipients r set alumnus_id = a.id
    from champion_signups s join alumni a on a.buid = s.buid
    where s.id = any(${signups}::bigint[]) and s.merged_into_id is null
      and r.id in (select min(id) from list_letter_recipients where signup_id = any(${signups}::bigint[]) group by letter_id)
      and not exists (select from list_letter_recipients o where o.letter_id = r.letter_id and o.alumnus_id = a.id)`.execute(
    db,
  )
}

/** Repeats deletions and erasures that happened after the restored backup, and returns their number. */
export async function repeatEndings(
  db: Db,
  endings: readonly { signup: string; what: SignupEnding }[],
  withdrawAnswers: WithdrawAnswers,
): Promise<number> {
  const last = new Map(endings.map(({ signup, what: ending }) => [signup, ending]))
  const ended = [...last].flatMap(([signup, ending]) => (ending === 'restored' ? [] : [{ signup, what: ending }]))
  let repeated = 0
  for (const { signup, what: ending } of ended) {
    const found = await db.find('champion_signups', ['id', 'deleted_at', 'email', 'merged_into_id'], {
      public_id: signup,
    })
    if (!found) continue
    if (!found.deleted_at && !found.merged_into_id)
      await deleteSignup(db, found, { sendsLetter: false }, withdrawAnswers)
    else if (found.email === '' || ending === 'deleted') continue
    if (ending === 'forgotten') await transact(db, (db) => erase(db, [found.id]))
    repeated += 1
  }
  return repeated
}
