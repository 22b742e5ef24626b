import { listWantedTopics, type LetterTopic, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { optOutKey, optOutKeysOf, personalKeysOf, readOptOuts, type LetterPerson } from '../../alumni/index.ts'
import { queueChange, readUnconfirmedValues } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { audit } from '../../staff/index.ts'
import { lockSurvivingSignup, type Signup } from './find-signup.ts'

type Change = { off?: readonly OptOutTopic[]; on?: readonly OptOutTopic[] }

/**
 * Opts all addresses of a person out of the topics `off` and back into those `on`. An opt-out of all topics is also
 * queued for the CRM. Repeating it changes nothing. `way` is how the person asked for it.
 */
export async function changeOptOuts(
  db: Db,
  knownPerson: LetterPerson,
  { off = [], on = [] }: Change,
  way: 'champion' | 'e-mail opt-out',
): Promise<void> {
  await transact(db, async (db) => {
    const person = await lockPerson(db, knownPerson)
    const alumnus = person.buid === null ? undefined : await lockAlumnus(db, person.buid)
    const before = await readOptOuts(db, person)
    if (on.length > 0)
      await db
        .deleteFrom('letter_opt_outs')
        .where('topic', 'in', on)
        .where(sql<boolean>`address_key in (${optOutKeysOf(person)})`)
        .execute()
    if (off.length > 0)
      await db
        .insertInto('letter_opt_outs')
        .columns(['address_key', 'topic'])
        .expression(
          sql`select k.address_key, topic from (${optOutKeysOf(person)}) k (address_key), unnest(${off}::text[]) topic`,
        )
        .onConflict((known) => known.doNothing())
        .execute()
    const after = await readOptOuts(db, person)
    const isOff = after.includes('all')
    // A champion may have opted out in the CRM alone; an old letter's link must not change that.
    const isRequested = isOff !== before.includes('all') || (way === 'champion' && [...on, ...off].includes('all'))
    const withdrawn = alumnus && isRequested ? await queueNoEmail(db, alumnus, `${alumnus.name} (${way})`, isOff) : null
    if (withdrawn === null && after.join() === before.join()) return
    const subject = person.buid === null ? `champion-signups/${person.signup}` : `alumni/${person.buid}`
    await audit(db, null, 'letters.opt-out-changed', subject, { before, after, withdrawn: withdrawn ?? [] })
  })
}

async function lockPerson(db: Db, person: LetterPerson): Promise<LetterPerson> {
  const signup = person.signup === null ? undefined : await lockSurvivingSignup(db, person.signup)
  return signup ? { buid: signup.buid, signup: signup.id } : person
}

/**
 * Queues the opt-out of all letters for the CRM after signups were linked or unlinked, or withdraws it if it came from
 * another person.
 */
export async function queueNoEmailChanges(db: Db, buids: readonly (string | null)[]): Promise<void> {
  for (const buid of [...new Set(buids)].toSorted()) {
    const alumnus = buid === null ? undefined : await lockAlumnus(db, buid)
    if (!alumnus) continue
    const isOff = await hasOptedOutOfAll(db, { buid, signup: null })
    if (!isOff && !(await isQueuedByChampion(db, alumnus))) continue
    const withdrawn = await queueNoEmail(db, alumnus, `${alumnus.name} (champion)`, isOff)
    if (withdrawn === null) continue
    const [before, after] = isOff ? [[], ['all']] : [['all'], []]
    await audit(db, null, 'letters.opt-out-changed', `alumni/${buid}`, { before, after, withdrawn })
  }
}

/** Copies the opt-outs of a signup to its alumnus before the signup is deleted. */
export async function saveOptOuts(db: Db, { id, buid }: Pick<Signup, 'id' | 'buid'>): Promise<void> {
  await db
    .insertInto('letter_opt_outs')
    .columns(['address_key', 'topic'])
    .expression(
      sql`select distinct ${optOutKey(sql`'alumnus ' || a.id`)}, o.topic from alumni a, letter_opt_outs o
        where a.buid = ${buid} and o.address_key in (${personalKeysOf({ buid: null, signup: id })})`,
    )
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Whether a person opted out of all letters themselves, and not another user of one of their addresses. */
async function hasOptedOutOfAll(db: Db, person: LetterPerson): Promise<boolean> {
  const optOut = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .where('topic', '=', 'all')
    .where(sql<boolean>`address_key in (${personalKeysOf(person)})`)
    .executeTakeFirst()
  return optOut !== undefined
}

async function isQueuedByChampion(db: Db, { buid }: NoEmail): Promise<boolean> {
  const change = await db.find(
    'crm_data_changes',
    ['after', 'made_by'],
    { buid, field: 'do_not_email', status: ['pending', 'exported'] },
    { by: '-id' },
  )
  return change?.after === 'true' && change.made_by.endsWith(' (champion)')
}

/** Returns the topics that a person gets; none if the CRM has, or is about to have, that they want no e-mail. */
export async function readWantedTopics(db: Db, person: LetterPerson): Promise<LetterTopic[]> {
  const alumnus = person.buid === null ? undefined : await readAlumnus(db, person.buid).executeTakeFirst()
  return alumnus && (await noEmailOf(db, alumnus)) === 'true' ? [] : listWantedTopics(await readOptOuts(db, person))
}

/** Locks the alumnus before their changes, in the same order as an import. */
function lockAlumnus(db: Db, buid: string) {
  return readAlumnus(db, buid).forNoKeyUpdate().executeTakeFirst()
}

function readAlumnus(db: Db, buid: string) {
  return db
    .selectFrom('alumni')
    .select(['buid', 'do_not_email'])
    .select(sql<string>`concat_ws(' ', coalesce(preferred_name, first_name), last_name)`.as('name'))
    .where('buid', '=', buid)
}

type NoEmail = { buid: string; do_not_email: boolean }

/** Queues `do_not_email` for the CRM. Returns the withdrawn changes, or null if the CRM has the value. */
async function queueNoEmail(db: Db, alumnus: NoEmail, madeBy: string, isOff: boolean): Promise<unknown[] | null> {
  const [before, after] = [await noEmailOf(db, alumnus), String(isOff)]
  const change = { buid: alumnus.buid, field: 'do_not_email', before, after } as const
  return before === after ? null : queueChange(db, change, { id: null, name: madeBy })
}

/** Returns the CRM's value of `do_not_email` after all queued changes. */
async function noEmailOf(db: Db, { buid, do_not_email }: NoEmail): Promise<string> {
  return (await readUnconfirmedValues(db, buid)).get('do_not_email') ?? String(do_not_email)
}
