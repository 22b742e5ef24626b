import { answeredCode } from '@alumni/shared/alumni/answered'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import type { AskedSummary } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PeopleIndex } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { isOpenUntil } from '../../foundations/days.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

export type AskedFor = { kind: 'event' | 'opportunity'; id: number }

const row = z.object({ is_over: z.boolean(), not_on_file: z.number(), has_letter: z.boolean() })

/** Counts who was asked for an event or opportunity, and what they answered: each number is that of the search. */
export async function readAskedSummary(db: Db, index: PeopleIndex, { kind, id }: AskedFor): Promise<AskedSummary> {
  const asked = [answeredCode(kind, id)]
  const count = async (filters: Partial<SearchFilters>) => (await index.search({ asked, ...filters }, 0, 0)).matching
  const [found] = await selectRaw(
    db,
    row,
    sql`
    with about as (select id, status, list from list_letters where ${sql.ref(`${kind}_id`)} = ${id} and status <> 'draft')
    select ${isOver(kind)} as is_over,
      exists (select from about where status = 'sent' and list->>'from' <> 'reminder') as has_letter,
      (select count(distinct s.id)::int from about l
        join list_letter_recipients r on r.letter_id = l.id and r.alumnus_id is null and r.state in ('sent', 'in_doubt')
        join champion_signups s on s.id = surviving_signup(r.signup_id) and s.buid is null) as not_on_file
    from ${sql.table(kind === 'event' ? 'events' : 'opportunities')} t where t.id = ${id}`,
  )
  return {
    ...found!,
    asked: await count({}),
    yes: await count({ ask_answer: ['yes'] }),
    maybe: await count({ ask_answer: ['maybe'] }),
    no: await count({ ask_answer: ['no'] }),
    none: await count({ ask_answer: ['none'] }),
    came: await count({ answered: asked, answer: [kind === 'event' ? 'attended' : 'accepted'] }),
  }
}

function isOver(kind: AskedFor['kind']) {
  return kind === 'event'
    ? sql`(t.cancelled_at is not null or t.ends_at <= now())`
    : sql`(t.closed_at is not null or not ${isOpenUntil('t.closes_on')})`
}
