import { optOutTopics, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export type LetterPerson = { buid: string | null; signup: number | null }
type PersonInQuery = { buid: string | null | RawBuilder<unknown>; signup: number | null }

/** `name` is a folded e-mail address, or a person such as `alumnus 12` or `signup 34`. */
export function optOutKey(name: RawBuilder<unknown>) {
  return sql<string>`opt_out_key(${name})`
}

/** Selects a person's opt-out keys, including those for the person's e-mail addresses. */
export function selectOptOutKeys({ buid, signup }: PersonInQuery) {
  return sql<string>`select ${optOutKey(sql`name`)}
    from opt_out_names((select id from alumni where buid = ${buid}::text), ${signup}::bigint) name`
}

/** Selects a person's opt-out keys, except those for addresses, which other people may share. */
export function selectPersonalKeys(person: PersonInQuery) {
  return sql<string>`${selectOptOutKeys(person)} where name ~ '^(alumnus|signup) \\d+$'`
}

/** Includes the topics that an address of the person has opted out of. */
export async function readOptOuts(db: Db, person: LetterPerson): Promise<OptOutTopic[]> {
  const rows = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .distinct()
    .where(sql<boolean>`address_key in (${selectOptOutKeys(person)})`)
    .execute()
  return optOutTopics.filter((topic) => rows.some((row) => row.topic === topic))
}
