import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import { signupIdsOf } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { forgetMerges } from '../merges/saved-merge.ts'
import { recordEndings, type SignupEnding } from '../record/signup-endings.ts'
import { deleteSignup, type WithdrawAnswers } from './delete-signup.ts'
import { personalData, personalTables } from './personal-data.ts'

/** Erases signups that were deleted more than 30 days ago, and the signups that were merged into them. */
export async function eraseDeletedSignups(db: Db): Promise<void> {
  const deleted = await db.findAll('champion_signups', ['id'], {
    deleted_at: compare('<', sql<string>`now() - interval '30 days'`),
    merged_into_id: null,
    email: compare('!=', ''),
  })
  for (const { id } of deleted)
    await transact(db, async (db) => {
      const stillDeleted = { id, deleted_at: isNotNull }
      if (await db.find('champion_signups', ['id'], stillDeleted, { lock: true }))
        await erase(db, await signupIdsOf(db, id))
    })
}

async function erase(db: Db, signups: readonly number[]): Promise<void> {
  await moveLettersToAlumnus(db, signups)
  for (const [name, { column = 'signup_id', deleted, erased }] of personalTables) {
    const table = name as 'champion_signups'
    const isOfSignups = sql<boolean>`${sql.ref(column)} = any(${signups}::bigint[])`
    if (deleted) await db.deleteFrom(table).where(isOfSignups).execute()
    else if (erased) await db.updateTable(table).set(erased).where(isOfSignups).execute()
  }
  await forgetMerges(db, signups, personalData.signup_merges.erased)
  await sql`select forget_audited_values(${[...signups]}::bigint[])`.execute(db)
  await recordEndings(db, signups, 'forgotten')
}

/** Records the linked alumnus as the recipient of the signups' letters, so that opt-out links keep working. */
async function moveLettersToAlumnus(db: Db, signups: readonly number[]): Promise<void> {
  const received = sql`select min(id) from list_letter_recipients
    where signup_id = any(${signups}::bigint[]) group by letter_id`
  await sql`update list_letter_recipients recipient set alumnus_id = alumnus.id
    from champion_signups signup join alumni alumnus on alumnus.buid = signup.buid
    where signup.id = any(${signups}::bigint[])
      and signup.merged_into_id is null
      and recipient.id in (${received})
      and not exists (select from list_letter_recipients other
        where other.letter_id = recipient.letter_id and other.alumnus_id = alumnus.id)`.execute(db)
}

/** Repeats the deletions and erasures that a restored backup lacks, and returns their number. */
export async function repeatEndings(
  db: Db,
  endings: readonly { signup: string; what: SignupEnding }[],
  withdrawAnswers: WithdrawAnswers,
): Promise<number> {
  const lastEndings = new Map(endings.map((ending) => [ending.signup, ending.what]))
  let repeatedCount = 0
  for (const [public_id, ending] of lastEndings) {
    if (ending === 'restored') continue
    const signup = await db.find('champion_signups', ['id', 'deleted_at', 'email', 'merged_into_id'], { public_id })
    if (!signup) continue
    if (!signup.deleted_at && !signup.merged_into_id)
      await deleteSignup(db, signup, { sendsLetter: false }, withdrawAnswers)
    else if (signup.email === '' || ending === 'deleted') continue
    if (ending === 'forgotten') await transact(db, (db) => erase(db, [signup.id]))
    repeatedCount += 1
  }
  return repeatedCount
}
