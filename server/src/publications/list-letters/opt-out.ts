import { timingSafeEqual } from 'node:crypto'
import { optOutTopics, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { tokenHash, tokenHashes } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'

const purpose = 'letters to lists'

/** Where a letter's link to say no leads; it works without a session, for as long as the server's secret does. */
export function optOutUrl(config: Config, recipient: number): string {
  return `${config.CHAMPIONS_URL}/letters/${recipient}/${tokenHash(config, purpose, String(recipient)).slice(0, 27)}`
}

export function isOptOutToken(config: Config, recipient: number, token: string): boolean {
  const given = Buffer.from(token)
  return tokenHashes(config, purpose, String(recipient)).some((hash) => {
    const right = Buffer.from(hash.slice(0, 27))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** A person's addresses, as `fold_email` has them: those of the alumnus, and of the signup that stands for them now. */
function addressesOf(recipient: number) {
  return sql<string>`select distinct e.email from list_letter_recipients r join alumni_emails e on e.alumnus_id = r.alumnus_id
      where r.id = ${recipient}
    union select s.folded_email from list_letter_recipients r
      join champion_signups s on s.id = surviving_signup(r.signup_id) and s.folded_email is not null where r.id = ${recipient}
    union select s.folded_email from list_letter_recipients r join alumni a on a.id = r.alumnus_id
      join champion_signups s on s.buid = a.buid and s.deleted_at is null and s.folded_email is not null where r.id = ${recipient}`
}

/** The topics that the recipient of a letter wants no letters about. */
export async function readOptOuts(db: Db, recipient: number): Promise<OptOutTopic[]> {
  const rows = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .distinct()
    .where(sql<boolean>`folded_email in (${addressesOf(recipient)})`)
    .execute()
  return optOutTopics.filter((topic) => rows.some((row) => row.topic === topic))
}

/** Stops letters of a topic to every address of the recipient, or lets them come again. Repeating it changes nothing. */
export async function changeOptOut(db: Db, recipient: number, topic: OptOutTopic, wants: boolean): Promise<void> {
  await transact(db, async (db) => {
    if (wants)
      await db
        .deleteFrom('letter_opt_outs')
        .where('topic', '=', topic)
        .where(sql<boolean>`folded_email in (${addressesOf(recipient)})`)
        .execute()
    else
      await db
        .insertInto('letter_opt_outs')
        .columns(['folded_email', 'topic'])
        .expression(sql`select email, ${topic}::text from (${addressesOf(recipient)}) a (email)`)
        .onConflict((known) => known.doNothing())
        .execute()
  })
}
