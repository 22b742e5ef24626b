import { compare } from '../../foundations/database/rows.ts'
import { foldEmail } from '@alumni/shared/email-address'
import { sql } from 'kysely'
import type { UndoOutcome } from '@alumni/shared/champions/merges'
import { survivorWithEmail, type Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { findMergeOfSource } from './read-briefs.ts'
import type { MergeRow, SavedMerge } from './saved-merge.ts'

type Refusal = UndoOutcome['refusals'][number]

const signupUrl = (id: number) => `/champion_signups/${id}`

/** Lists reasons why a merge cannot be undone, with links to pages that help. `signups` are the current rows. */
export async function listRefusals(db: Db, merge: MergeRow, signups: readonly Signup[]): Promise<Refusal[]> {
  const prerequisites = await listPrerequisites(db, merge, signups)
  if (prerequisites.length > 0) return prerequisites
  if (!merge.saved) return [{ message: 'The earlier details of these signups have been erased.', href: null }]
  return [
    ...(await listTakenAddresses(db, merge, merge.saved.signups, signups)),
    ...(await listSigninsSince(db, merge, merge.saved.signups, signups)),
  ]
}

async function listPrerequisites(db: Db, merge: MergeRow, signups: readonly Signup[]): Promise<Refusal[]> {
  const { survivor_id, source_ids } = merge
  const survivor = signups.find(({ id }) => id === survivor_id)
  if (survivor?.merged_into_id) {
    const next = await findMergeOfSource(db, survivor_id)
    const message = `Signup ${survivor_id} has since been merged into signup ${survivor.merged_into_id}. Undo that merge first.`
    return [{ message, href: next ? `/champion_signups/merges/${next.id}` : signupUrl(survivor.merged_into_id) }]
  }
  if (!survivor || survivor.deleted_at !== null)
    return [
      { message: `Signup ${survivor_id} has since been deleted. Restore it first.`, href: signupUrl(survivor_id) },
    ]
  const later = await db.find(
    'signup_merges',
    ['id'],
    { survivor_id, id: compare('>', merge.id), undone_at: null },
    { by: '-id' },
  )
  if (later)
    return [
      {
        message: `Another signup was merged into signup ${survivor_id} later. Undo that merge first.`,
        href: `/champion_signups/merges/${later.id}`,
      },
    ]
  const moved = signups.find(({ id, merged_into_id }) => source_ids.includes(id) && merged_into_id !== survivor_id)
  if (moved) return [{ message: `Signup ${moved.id} has changed since the merge.`, href: signupUrl(moved.id) }]
  return []
}

/** Lists addresses that the undo would restore but that another signup uses now. */
async function listTakenAddresses(
  db: Db,
  merge: MergeRow,
  saved: SavedMerge['signups'],
  signups: readonly Signup[],
): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const emails = new Map<string, number>()
  for (const { id, email: now } of signups) {
    const { before, after } = saved.find((each) => each.before.id === id)!
    const email = now === after.email ? (before.email as string) : now
    const signup = await db.find('champion_signups', ['id'], { id: survivorWithEmail(email) })
    const isOther = signup && ![merge.survivor_id, ...merge.source_ids].includes(signup.id)
    const owner = isOther ? signup.id : emails.get(foldEmail(email))
    if (owner !== undefined)
      refusals.push({
        message: `The address ${email} of signup ${id} now belongs to signup ${owner}, whose owner signs in with it. Change that address, or merge the two signups.`,
        href: signupUrl(owner),
      })
    emails.set(foldEmail(email), id)
  }
  return refusals
}

/** Refuses because of credentials added since the merge, or sign-ins with the credentials of a source. */
async function listSigninsSince(
  db: Db,
  merge: MergeRow,
  saved: SavedMerge['signups'],
  signups: readonly Signup[],
): Promise<Refusal[]> {
  const { survivor_id, merged_at } = merge
  const survivor = signups.find(({ id }) => id === survivor_id)!
  const [{ before, after }, ...sources] = saved
  const refusals: Refusal[] = []
  const refuse = (message: string) => refusals.push({ message, href: signupUrl(survivor_id) })

  if (survivor.google_uid !== null && survivor.google_uid !== after.google_uid)
    refuse(
      'A Google account has since been linked. Unlink it first: its owner would no longer be able to sign in with it.',
    )
  const confirmed = await db.find('email_changes', ['id'], {
    signup_id: survivor_id,
    confirmed_at: compare('>', merged_at),
    new_email: survivor.email,
  })
  if (confirmed)
    refuse(`The address ${survivor.email} has since been confirmed, and its owner signs in with it. Change it first.`)

  const methods = [
    ...(before.email === after.email ? [] : ['link', 'code']),
    ...(sources.some((source) => source.before.google_uid !== null) ? ['google'] : []),
  ]
  const signin = await db
    .selectFrom('activity_events')
    .select(sql<string>`payload ->> 'method'`.as('method'))
    .where('signup_id', '=', survivor_id)
    .where('type', '=', 'signin_completed')
    .where('occurred_at', '>', merged_at)
    .where(sql<string>`payload ->> 'method'`, 'in', ['', ...methods])
    .where(sql<boolean>`payload -> 'credential_of' is null`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!signin) return refusals
  const how = signin.method === 'google' ? 'a Google account' : `the address ${survivor.email}`
  const since = { signup_id: survivor_id, created_at: compare('>', merged_at) }
  const live = { revoked_at: null, expires_at: compare('>', sql`now()`) }
  for (const { name } of await db.findAll('champion_devices', ['name'], { ...since, ...live }, { by: 'id' }))
    refuse(`${name} has since been remembered, after a sign-in with ${how} that the undo takes away. Revoke it first.`)
  const inUse = { ...since, used_at: compare('>', sql`now() - interval '12 hours'`) }
  if (refusals.length === 0 && (await db.find('champion_sessions', ['signup_id'], inUse)))
    refuse(`Someone has since signed in with ${how} and is still signed in. Wait until they sign out.`)
  return refusals
}
