import type { App, Context } from '../../foundations/context.ts'
import { googleRoutes } from './google-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { signOutRoutes } from './sign-out-routes.ts'

export function identityRoutes(app: App, context: Context): void {
  signInRoutes(app, context)
  signOutRoutes(app, context)
  googleRoutes(app, context)
}
