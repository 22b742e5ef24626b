import type pg from 'pg'
import { answeredIds } from '@alumni/shared/alumni/answer-filters'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { queryRows } from '../freshness/database.ts'

const answersQuery = `select distinct s.buid from (
    select signup_id from event_rsvps
      where ($1::bigint[] is null or event_id = any($1)) and ($3::text[] is null or status = any($3))
    union all
    select signup_id from opportunity_responses
      where ($2::bigint[] is null or opportunity_id = any($2)) and ($3::text[] is null or status = any($3))
  ) r join champion_signups s on s.id = surviving_signup(r.signup_id) where s.buid is not null`

/** Without `answered` or `answer`, any event, opportunity or answer counts. */
export async function readBuidsByAnswer(
  pool: pg.Pool,
  { answered, answer }: Pick<SearchFilters, 'answered' | 'answer'>,
): Promise<string[]> {
  const ids = (kind: 'event' | 'opportunity') => (answered ? answeredIds(answered, kind) : null)
  const values = [ids('event'), ids('opportunity'), answer ?? null]
  return (await queryRows(pool, 'answers', answersQuery, values)).map(([buid]) => buid!)
}
