import {
  canMoveEvent,
  eventMoves,
  type EventMove,
  type EventRecord,
  type EventState,
} from '@alumni/shared/publications/staff-events'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { lockEvent } from './answer-event.ts'
import { missingText, publishingOf, storeMove } from './keep-content.ts'
import { keptEvent } from './keep-event.ts'
import { cancelEvent } from './organize-event.ts'
import { findEventRecord, isUnanswered } from './staff-event-record.ts'

/** Moves an event along its table. Everybody who said yes to one that is cancelled is told. 404, 409 with who was first or what is missing, or 422 for a time that has passed. */
export async function moveEvent(
  db: Db,
  config: Config,
  id: number,
  { move, at }: { move: EventMove; at?: string | undefined },
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    await lockEvent(db, id)
    const record = await findEventRecord(db, config, id)
    const refusal = canMoveEvent(record.state, move) ? missing(record, move) : illegal(record)
    if (refusal) throw new HttpError(409, refusal)
    if (move === 'cancel') await cancelEvent(db, id)
    const columns = await publishingOf(db, config, { move, at })
    await storeMove(keptEvent, db, id, { move, columns, before: record.state, after: eventMoves[move].to }, by)
  })
}

const stateWords = {
  draft: 'a draft',
  scheduled: 'scheduled',
  upcoming: 'published',
  past: 'over',
  cancelled: 'canceled',
} satisfies Record<EventState, string>

function illegal({ state, updated_by }: EventRecord): string {
  return `This event is ${stateWords[state]} by now${updated_by ? `: ${updated_by} changed it last` : ''}. Look at it again.`
}

/** What keeps an event from a move that its state allows. */
function missing(record: EventRecord, move: EventMove): string | null {
  if (move === 'unpublish' && !isUnanswered(record.counts))
    return 'Champions have answered by now, and letters lead to its page. Cancel it instead.'
  return missingText(record, move)
}
