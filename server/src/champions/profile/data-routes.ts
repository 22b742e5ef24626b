import { dataPage } from '@alumni/shared/champions/profile'
import type { App, Context } from '../../foundations/context.ts'
import { champion, verifiedOnly } from '../sign-in/visitor.ts'
import { everythingOf, readableData } from './data.ts'

/** Everything that is known of a champion: as a page to read, and as a file. */
export function dataRoutes(app: App, { config }: Context): void {
  app.get('/profile/data', verifiedOnly, async (request, reply) => {
    const known = await everythingOf(request.db, await champion(request))
    return reply.portalPage(dataPage, { sections: readableData(known) })
  })

  app.get('/profile/data.json', verifiedOnly, async (request, reply) => {
    const known = await everythingOf(request.db, await champion(request))
    const file = { made_at: new Date().toISOString(), made_by: config.institution.name, ...known }
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="champion-data.json"')
      .send(`${JSON.stringify(file, null, 2)}\n`)
  })
}
