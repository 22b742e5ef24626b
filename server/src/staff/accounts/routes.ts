import type { App, Context } from '../../foundations/context.ts'
import { accountRoutes } from './account-routes.ts'
import { googleRoutes } from './google-routes.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { usersRoutes } from './users-routes.ts'

export function staffRoutes(app: App, context: Context): void {
  signInRoutes(app, context)
  passwordResetRoutes(app, context)
  googleRoutes(app, context)
  secondFactorRoutes(app, context)
  accountRoutes(app, context)
  usersRoutes(app)
}
