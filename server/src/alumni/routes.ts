import { alumnusPage } from '@alumni/shared/alumni'
import { z } from 'zod'
import { typeaheadQuery, typeaheadReply } from '@alumni/shared/internal-api'
import type { App, Context } from '../context.ts'
import { internalApiRoute, staffPage } from '../staff/index.ts'
import { affinitiesOf, educationsOf, employmentOf, findAlumnus } from './find-alumnus.ts'
import { historyOf } from './history.ts'
import { suggestAlumni } from './suggest-alumni.ts'

/** A BUID in any letter case, or an internal id. */
const ref = z.union([
  z.string().regex(/^B\d{8}$/i).transform((buid) => ({ buid: buid.toUpperCase() })),
  z.string().regex(/^[1-9]\d{0,17}$/).transform((id) => ({ id })),
])

/** The page of one person, and names for a typeahead. */
export function alumniRoutes(app: App, context: Context): void {
  staffPage(app, { url: '/alumni/:id', needs: 'viewer', schema: { params: z.object({ id: ref }), response: { 200: alumnusPage } } }, async ({ em, params }) => {
    const alumnus = await findAlumnus(em, params.id)
    const { buid } = alumnus
    return {
      alumnus,
      ...(await educationsOf(em, buid)),
      employment: await employmentOf(em, buid),
      affinities: await affinitiesOf(em, buid),
      ...(await historyOf(em, buid)),
    }
  })
  const typeahead = { querystring: typeaheadQuery, response: { 200: typeaheadReply } }
  internalApiRoute(app, context, { url: '/api/alumni', schema: typeahead }, ({ em, query }) => suggestAlumni(em, query.name))
}
