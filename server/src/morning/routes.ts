import { morning } from '@alumni/shared/morning'
import type { App, Context } from '../foundations/context.ts'
import { signedIn, staffRoute } from '../staff/index.ts'
import { readMorning } from './read-morning.ts'

/** What each person of the staff begins the day with. */
export function morningRoutes(app: App, context: Context): void {
  staffRoute(
    app,
    { method: 'GET', url: '/morning', needs: 'viewer', schema: { response: { 200: morning } } },
    (request) => readMorning(request.db, context, app.searchIndex, signedIn(request)),
  )
}
