import { answeredCode } from '@alumni/shared/alumni/answered'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import type { AskedSummary } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PeopleIndex } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { isUpcoming } from '../events/events.ts'
import { isOpen } from '../opportunities/opportunities.ts'

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
    with reached as (select l.list, r.alumnus_id, r.signup_id
      from list_letters l join list_letter_recipients r on r.letter_id = l.id and r.state in ('sent', 'in_doubt')
      where ${sql.ref(`l.${kind}_id`)} = ${id})
    select not ${kind === 'event' ? isUpcoming : isOpen} as is_over,
      exists (select from reached where list->>'from' <> 'reminder') as has_letter,
      (select count(distinct s.id)::int from reached r
        join champion_signups s on s.id = surviving_signup(r.signup_id) and s.buid is null
        where r.alumnus_id is null) as not_on_file
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
