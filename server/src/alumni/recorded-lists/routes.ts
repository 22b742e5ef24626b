import { recordedListsPage, recordedListsQuery, undoListReply } from '@alumni/shared/alumni/recorded-lists'
import type { RecordedList } from '@alumni/shared/alumni/recorded-lists'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, audit, type StaffUser } from '../../staff/index.ts'
import { listRecordedLists, getList, mayUndo } from './list-recorded.ts'

const url = '/tools/recorded_lists'

export function recordedListRoutes(app: App): void {
  const lists = { query: recordedListsQuery, reply: recordedListsPage }
  actions(app, { url, needs: 'staff' }).page('', lists, ({ db, query, me }) => listRecordedLists(db, query, me))
  const listActions = actions(app, { url: `${url}/:id`, needs: 'staff', params: byId })
  listActions.post('/undo', { reply: undoListReply }, ({ db, me, params }) => undoList(db, params.id, me))
}

/** Throws HttpError 403 if someone else recorded the list, 404 if it is unknown, 409 if empty or already undone. */
async function undoList(db: Db, id: number, user: StaffUser): Promise<{ list: RecordedList; deleted: number }> {
  return transact(db, async (db) => {
    const batch = await db.find(
      'engagement_batches',
      ['id', 'staff_user_id', 'undone_at', 'first_engagement_id as first', 'last_engagement_id as last'],
      { id },
      { lock: true },
    )
    const list = await getList(db, id, user)
    if (!batch || !mayUndo(batch.staff_user_id, user))
      throw new HttpError(403, `${list.by} recorded this. Only they or an administrator can undo it.`)
    if (batch.undone_at) throw new HttpError(409, `${list.undone_by} has already undone this.`)
    if (batch.first === null || batch.last === null)
      throw new HttpError(409, 'Nothing was recorded, so there is nothing to undo.')
    const deletion = await db
      .deleteFrom('engagements')
      .where('engagement_batch_id', '=', id)
      .where('id', '>=', batch.first)
      .where('id', '<=', batch.last)
      .executeTakeFirst()
    const deleted = Number(deletion.numDeletedRows)
    await db.update(
      'engagement_batches',
      { id },
      { deleted_count: deleted, undone_at: sql<string>`now()`, undone_by_id: user.id },
    )
    await audit(db, user, 'recorded-list.undone', `engagement-batches/${id}`, { recorded: list.inserted, deleted })
    return { list: await getList(db, id, user), deleted }
  })
}
