import type { App, Context } from '../../foundations/context.ts'
import { listRoutes } from './list-routes.ts'
import { signupRoutes } from './signup-routes.ts'

/** What staff see of champions: the list of all signups, and a page for each. */
export function championSignupRoutes(app: App, context: Context): void {
  listRoutes(app, context)
  signupRoutes(app, context)
}
