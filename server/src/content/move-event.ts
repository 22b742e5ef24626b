import { sql } from 'kysely'
import {
  canMoveEvent,
  eventMoves,
  type EventMove,
  type EventRecord,
  type EventState,
} from '@alumni/shared/staff-events'
import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { lockEvent } from './answer-event.ts'
import { cancelEvent } from './organize-event.ts'
import { findEventRecord, isUnanswered } from './staff-event-record.ts'

/** Moves an event along its table. Everybody who said yes to one that is cancelled is told. 404, or 409 with who was first or what is missing. */
export async function moveEvent(
  em: EntityManager,
  config: Config,
  id: number,
  move: EventMove,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    await lockEvent(em, id)
    const record = await findEventRecord(em, config, id)
    const refusal = canMoveEvent(record.state, move) ? missing(record, move) : illegal(record)
    if (refusal) throw new HttpError(409, refusal)
    if (move === 'cancel') await cancelEvent(em, id)
    await em
      .getKysely()
      .updateTable('events')
      .set(({ eb, lit }) => ({
        ...(move === 'cancel' ? {} : { published_at: move === 'publish' ? sql<string>`now()` : null }),
        version: eb('version', '+', lit(1)),
        updated_by_id: by.id,
        updated_at: sql<string>`now()`,
      }))
      .where('id', '=', id)
      .execute()
    await audit(em, by, `event.${move}`, `events/${id}`, { before: record.state, after: eventMoves[move].to })
  })
}

const stateWords = {
  draft: 'a draft',
  upcoming: 'published',
  past: 'over',
  cancelled: 'canceled',
} satisfies Record<EventState, string>

function illegal({ state, updated_by }: EventRecord): string {
  return `This event is ${stateWords[state]} by now${updated_by ? `: ${updated_by} changed it last` : ''}. Look at it again.`
}

/** What keeps an event from a move that its state allows. */
function missing({ summary, counts }: EventRecord, move: EventMove): string | null {
  if (move === 'publish' && summary === '') return 'Write a summary first: it is what people read in the list.'
  if (move === 'unpublish' && !isUnanswered(counts))
    return 'Champions have answered by now, and letters lead to its page. Cancel it instead.'
  return null
}
