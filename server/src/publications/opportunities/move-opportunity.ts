import { sql } from 'kysely'
import {
  canMoveOpportunity,
  opportunityMoves,
  type OpportunityMove,
  type OpportunityRecord,
  type OpportunityState,
} from '@alumni/shared/publications/staff-opportunities'
import type { Config } from '../../foundations/process/config.ts'
import { missingText, publishingOf, storeMove } from '../content/keep-content.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { hasEnded } from '../../foundations/days.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { keptOpportunity } from './keep-opportunity.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'
import { findRecord, isUnanswered } from './staff-record.ts'

const now = sql<string>`now()`
const columnsOf = {
  publish: { closed_at: null },
  schedule: { closed_at: null },
  unpublish: { closed_at: null },
  close: { closed_at: now },
  reopen: { closed_at: null },
} satisfies Record<OpportunityMove, object>

/** Moves an opportunity along its table: nothing else publishes or closes one. 404, 409 with who was first or what is missing, or 422 for a time that has passed. */
export async function moveOpportunity(
  db: Db,
  config: Config,
  id: number,
  { move, at }: { move: OpportunityMove; at?: string | undefined },
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    await lockOpportunity(db, id)
    const record = await findRecord(db, config, id)
    const refusal = canMoveOpportunity(record.state, move) ? missing(record, move) : illegal(record)
    if (refusal) throw new HttpError(409, refusal)
    const columns = { ...columnsOf[move], ...(await publishingOf(db, config, { move, at })) }
    const after = opportunityMoves[move].to
    await storeMove(keptOpportunity, db, id, { move, columns, before: record.state, after }, by)
    if (move === 'reopen') await fillPlaces(db, id)
  })
}

const stateWords = { draft: 'a draft', scheduled: 'scheduled', open: 'open', closed: 'closed' } satisfies Record<
  OpportunityState,
  string
>

function illegal({ state, updated_by }: OpportunityRecord): string {
  return `This opportunity is ${stateWords[state]} by now${updated_by ? `: ${updated_by} changed it last` : ''}. Look at it again.`
}

/** What keeps an opportunity from a move that its state allows. */
function missing(record: OpportunityRecord, move: OpportunityMove): string | null {
  const { closes_on, counts } = record
  if (move === 'unpublish' && !isUnanswered(counts))
    return 'Champions have answered by now, and letters lead to its page. Close it instead.'
  if ((move === 'publish' || move === 'schedule' || move === 'reopen') && closes_on !== null && hasEnded(closes_on))
    return 'Its last day has passed. Edit it: choose a later day, or none.'
  return missingText(record, move)
}
