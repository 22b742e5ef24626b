import { maxSuggestions, typeaheadQuery, typeaheadReply } from '@alumni/shared/alumni/internal-api'
import type { App, Context } from '../../foundations/context.ts'
import { internalApiRoute } from '../../staff/index.ts'

/** Names for a typeahead. */
export function typeaheadRoutes(app: App, context: Context): void {
  const typeahead = { querystring: typeaheadQuery, response: { 200: typeaheadReply } }
  internalApiRoute(app, context, { url: '/api/alumni', schema: typeahead }, ({ query }) =>
    app.searchIndex.suggest(query.name, maxSuggestions),
  )
}
