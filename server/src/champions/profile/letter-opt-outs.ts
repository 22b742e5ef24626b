import type { OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { optOutKeysOf, readOptOuts, type LetterPerson } from '../../alumni/index.ts'
import { queueChange } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { audit } from '../../staff/index.ts'
import { waitingFor } from './record-crm-changes.ts'

type Change = { off?: readonly OptOutTopic[]; on?: readonly OptOutTopic[] }

/**
 * Stops letters to lists about the topics `off` to every address of a person, and lets those about `on` come again. An
 * opt-out of all of them goes to the CRM too. Repeating it changes nothing. `way` is how they said so.
 */
export async function changeOptOuts(
  db: Db,
  person: LetterPerson,
  { off = [], on = [] }: Change,
  way: 'champion' | 'e-mail opt-out',
): Promise<void> {
  await transact(db, async (db) => {
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
    if (after.join() === before.join()) return
    const isOff = after.includes('all')
    const withdrawn =
      alumnus && isOff !== before.includes('all')
        ? await queueNoEmail(db, alumnus, `${alumnus.name} (${way})`, isOff)
        : []
    const subject = person.buid === null ? `champion-signups/${person.signup}` : `alumni/${person.buid}`
    await audit(db, null, 'letters.opt-out-changed', subject, { before, after, withdrawn })
  })
}

/** Locks in the order of an import: the alumnus before their changes. */
function lockAlumnus(db: Db, buid: string) {
  return db
    .selectFrom('alumni')
    .select(['buid', 'do_not_email'])
    .select(sql<string>`concat_ws(' ', coalesce(preferred_name, first_name), last_name)`.as('name'))
    .where('buid', '=', buid)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Queues for the CRM whether an alumnus may be e-mailed, unless it holds that already. Answers what was withdrawn. */
async function queueNoEmail(
  db: Db,
  { buid, do_not_email }: { buid: string; do_not_email: boolean },
  by: string,
  isOff: boolean,
): Promise<unknown[]> {
  const field = 'do_not_email'
  const waiting = await waitingFor(db, buid)
  const [before, after] = [waiting.has(field) ? waiting.get(field)! : String(do_not_email), String(isOff)]
  return before === after ? [] : queueChange(db, { buid, field, before, after }, { id: null, name: by })
}
