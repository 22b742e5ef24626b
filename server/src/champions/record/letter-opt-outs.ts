import { listWantedTopics, type LetterTopic, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { optOutKey, selectOptOutKeys, selectPersonalKeys, readOptOuts, type LetterPerson } from '../../alumni/index.ts'
import { queueChange, readUnconfirmedValues } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { audit } from '../../staff/index.ts'
import { lockSurvivingSignup, type Signup } from './find-signup.ts'
import { lockAlumnus, type LockedAlumnus } from './lock-alumnus.ts'

type TopicChange = { off?: readonly OptOutTopic[]; on?: readonly OptOutTopic[] }

/**
 * Changes the opt-outs for all of a person's addresses. If the person opts out of all topics or back in, also queues
 * that change for the CRM. Idempotent.
 */
export async function changeOptOuts(
  db: Db,
  requestedPerson: LetterPerson,
  { off = [], on = [] }: TopicChange,
  source: 'champion' | 'e-mail opt-out',
): Promise<void> {
  await transact(db, async (db) => {
    const person = await lockPerson(db, requestedPerson)
    const alumnus = person.buid === null ? undefined : await lockAlumnus(db, person.buid)
    const before = await readOptOuts(db, person)
    if (on.length > 0)
      await db
        .deleteFrom('letter_opt_outs')
        .where('topic', 'in', on)
        .where(sql<boolean>`address_key in (${selectOptOutKeys(person)})`)
        .execute()
    if (off.length > 0)
      await db
        .insertInto('letter_opt_outs')
        .columns(['address_key', 'topic'])
        .expression(
          sql`select key.address_key, topic
            from (${selectOptOutKeys(person)}) key (address_key), unnest(${off}::text[]) topic`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const after = await readOptOuts(db, person)
    const isOff = after.includes('all')
    // The CRM may have an opt-out that is missing here. The champion can change it, but a link in an old letter cannot.
    const isRequested = isOff !== before.includes('all') || (source === 'champion' && [...on, ...off].includes('all'))
    const withdrawn = alumnus && isRequested ? await queueNoEmail(db, alumnus, source, isOff) : null
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
 * Call after linking or unlinking signups, with the BUIDs involved. Queues a no-e-mail change for the CRM for each
 * alumnus who opted out of all letters, and withdraws the changes from signups that are no longer linked.
 */
export async function queueNoEmailChanges(db: Db, buids: readonly (string | null)[]): Promise<void> {
  for (const buid of [...new Set(buids)].toSorted()) {
    const alumnus = buid === null ? undefined : await lockAlumnus(db, buid)
    if (!alumnus) continue
    const isOff = await hasOptedOutOfAll(db, { buid, signup: null })
    if (!isOff && !(await isQueuedByChampion(db, alumnus))) continue
    const withdrawn = await queueNoEmail(db, alumnus, 'champion', isOff)
    if (withdrawn === null) continue
    const [before, after] = isOff ? [[], ['all']] : [['all'], []]
    await audit(db, null, 'letters.opt-out-changed', `alumni/${buid}`, { before, after, withdrawn })
  }
}

/** Copies a signup's opt-outs to its alumnus before the signup is deleted. */
export async function saveOptOuts(db: Db, { id, buid }: Pick<Signup, 'id' | 'buid'>): Promise<void> {
  await db
    .insertInto('letter_opt_outs')
    .columns(['address_key', 'topic'])
    .expression(
      sql`select distinct ${optOutKey(sql`'alumnus ' || alumnus.id`)}, opt_out.topic
        from alumni alumnus, letter_opt_outs opt_out
        where alumnus.buid = ${buid} and opt_out.address_key in (${selectPersonalKeys({ buid: null, signup: id })})`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ignores opt-outs of other people with the same e-mail address. */
async function hasOptedOutOfAll(db: Db, person: LetterPerson): Promise<boolean> {
  const optOut = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .where('topic', '=', 'all')
    .where(sql<boolean>`address_key in (${selectPersonalKeys(person)})`)
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

/** Returns the letter topics a person has not opted out of; none if `do_not_email` is true, counting queued changes. */
export async function readWantedTopics(db: Db, person: LetterPerson): Promise<LetterTopic[]> {
  const alumnus =
    person.buid === null ? undefined : await db.find('alumni', ['buid', 'do_not_email'], { buid: person.buid })
  return alumnus && (await noEmailOf(db, alumnus)) === 'true' ? [] : listWantedTopics(await readOptOuts(db, person))
}

type NoEmail = Pick<LockedAlumnus, 'buid' | 'do_not_email'>

/** Queues a change for the CRM. Returns the queued changes that it replaces, or null if none is needed. */
async function queueNoEmail(db: Db, alumnus: LockedAlumnus, source: string, isOff: boolean): Promise<unknown[] | null> {
  const [before, after] = [await noEmailOf(db, alumnus), String(isOff)]
  const change = { buid: alumnus.buid, field: 'do_not_email', before, after } as const
  const name = [alumnus.preferred_name ?? alumnus.first_name, alumnus.last_name].filter((part) => part !== null)
  return before === after ? null : queueChange(db, change, { id: null, name: `${name.join(' ')} (${source})` })
}

/** Returns the value that `do_not_email` will have after all queued changes. */
async function noEmailOf(db: Db, { buid, do_not_email }: NoEmail): Promise<string> {
  return (await readUnconfirmedValues(db, buid)).get('do_not_email') ?? String(do_not_email)
}
