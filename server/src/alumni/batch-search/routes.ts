import { batchFileRequest, batchSearchReply, batchSearchRequest } from '@alumni/shared/alumni/batch-search'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { actions, audit, getStaffUser, staffRoute } from '../../staff/index.ts'
import { batchSearch } from './batch-search.ts'

const url = '/tools/batch_search'
/** Allows for 5,000 lines of 200 three-byte characters, plus the JSON syntax. */
const bodyLimit = 4 * 1024 * 1024

export function batchSearchRoutes(app: App): void {
  actions(app, { url: '/tools', needs: 'staff' }).page('', { reply: z.object({}) }, () => ({}))

  const searches = actions(app, { url, needs: 'staff' })
  searches.page('', { reply: z.object({}) }, () => ({}))

  staffRoute(
    app,
    {
      url,
      needs: 'staff',
      bodyLimit,
      config: { takesAnyText: true },
      schema: { body: batchSearchRequest, response: { 200: batchSearchReply } },
    },
    async (request) => {
      const found = await batchSearch(request.db, app.peopleIndex, request.body.lines)
      // Logs the user and the counts, never the lines.
      await audit(request.db, getStaffUser(request), 'batch-search.looked-up', 'batch-search', {
        lines: found.lines.length,
        ...found.counts,
      })
      return found
    },
  )

  // Only records the action; the client creates the file.
  const saving = { proof: 'Save the results', body: batchFileRequest }
  searches.patch('', saving, ({ db, me, body }) =>
    audit(db, me, 'batch-search.saved', 'batch-search', { lines: body.lines }),
  )
}
