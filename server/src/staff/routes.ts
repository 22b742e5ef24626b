import type { App, Context } from '../context.ts'
import { googleRoutes } from './google-routes.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

export function staffRoutes(app: App, context: Context): void {
  signInRoutes(app, context)
  passwordResetRoutes(app, context)
  googleRoutes(app, context)
}
