import { z } from 'zod'
import { recordedListsPage, recordedListsQuery, undoListReply } from '@alumni/shared/alumni/recorded-lists'
import type { App } from '../../foundations/context.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { listRecorded } from './list-recorded.ts'
import { undoList } from './undo-list.ts'

const url = '/tools/recorded_lists'
const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

/** What was recorded together, by people and by systems with a key, and the way to take it back. */
export function recordedListRoutes(app: App): void {
  staffPage(
    app,
    { url, needs: 'staff', schema: { querystring: recordedListsQuery, response: { 200: recordedListsPage } } },
    (request) => listRecorded(request.db, request.query, signedIn(request)),
  )

  staffRoute(
    app,
    { url: `${url}/:id/undo`, needs: 'staff', schema: { params: byId, response: { 200: undoListReply } } },
    (request) => undoList(request.db, request.params.id, signedIn(request)),
  )
}
