import type { App, Context } from '../../foundations/context.ts'
import { deleteRoutes } from './delete-routes.ts'
import { dataRoutes } from './data-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { editRoutes } from './edit-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { hubRoutes } from './hub-routes.ts'

/** The hub of a verified champion: what to do next, what they said yes to, and their data to read, correct, download and delete. */
export function profileRoutes(app: App, context: Context): void {
  hubRoutes(app, context)
  editRoutes(app, context)
  emailRoutes(app, context)
  deviceRoutes(app, context)
  deleteRoutes(app, context)
  dataRoutes(app, context)
}
