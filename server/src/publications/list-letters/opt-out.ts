import type { LetterTopic } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import type { LetterPerson } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { isLinkToken, linkToken } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'

const purpose = 'letters to lists'

/** Where a letter's link to say no leads; it works without a session, for as long as the server's secret does. */
export function optOutUrl(config: Config, recipient: number): string {
  return `${config.CHAMPIONS_URL}/letters/${recipient}/${linkToken(config, purpose, String(recipient))}`
}

/** Reads the topic and the person of an opt-out link, even if the signup was deleted since; undefined for a wrong token. */
export async function readOptOutLink(
  db: Db,
  config: Config,
  { recipient, token }: { recipient: number; token: string },
): Promise<{ topic: LetterTopic; person: LetterPerson } | undefined> {
  if (!isLinkToken(config, purpose, String(recipient), token)) return undefined
  const row = await db
    .selectFrom('list_letter_recipients as r')
    .innerJoin('list_letters as t', 't.id', 'r.letter_id')
    .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
    // A person who has deleted their signup can still opt out: it applies if they sign up again.
    .leftJoin('champion_signups as s', (join) =>
      join.on(sql<boolean>`s.id = coalesce(surviving_signup(r.signup_id), r.signup_id)`),
    )
    .select(['t.topic', 's.id as signup', sql<string | null>`coalesce(a.buid, s.buid)`.as('buid')])
    .where('r.id', '=', recipient)
    .executeTakeFirst()
  return row && { topic: row.topic, person: { buid: row.buid, signup: row.signup } }
}
