import { optOutTopics, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

/** A person who may get letters to lists: an alumnus, a champion, or both. */
export type LetterPerson = { buid: string | null; signup: number | null }

/** In a query: the key in `letter_opt_outs` of an address as `fold_email` has it, or of `alumnus 12` or `signup 34`. */
export function optOutKey(name: RawBuilder<unknown>) {
  return sql<string>`encode(sha256(convert_to(${name}, 'UTF8')), 'hex')`
}

/** In a query: the keys of a person and of all their addresses. */
export function optOutKeysOf({ buid, signup }: { buid: string | null | RawBuilder<unknown>; signup: number | null }) {
  return sql<string>`select ${optOutKey(sql`own.name`)} from (
    select 'alumnus ' || id as name from alumni where buid = ${buid}::text
    union select e.email from alumni a join alumni_emails e on e.alumnus_id = a.id where a.buid = ${buid}::text
    union select unnest(array['signup ' || s.id, nullif(s.folded_email, '')]) from champion_signups s
      where s.id in (select signups_standing_for(${signup}::bigint))
        or (s.buid = ${buid}::text and s.deleted_at is null)) own where own.name is not null`
}

/** The topics that a person wants no letters about. */
export async function readOptOuts(db: Db, person: LetterPerson): Promise<OptOutTopic[]> {
  const rows = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .distinct()
    .where(sql<boolean>`address_key in (${optOutKeysOf(person)})`)
    .execute()
  return optOutTopics.filter((topic) => rows.some((row) => row.topic === topic))
}
