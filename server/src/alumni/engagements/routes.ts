import { descriptionsQuery, descriptionsReply } from '@alumni/shared/alumni/internal-api'
import type { App, Context } from '../../foundations/context.ts'
import { internalApiRoute } from '../../staff/index.ts'
import { activityDescriptions } from './activity-descriptions.ts'

/** What alumni have taken part in. */
export function engagementRoutes(app: App, context: Context): void {
  const schema = { querystring: descriptionsQuery, response: { 200: descriptionsReply } }
  internalApiRoute(app, context, { url: '/api/activity_descriptions', schema }, ({ db, query }) =>
    activityDescriptions(db, app.searchIndex, query, context.config.FISCAL_YEAR_START),
  )
}
