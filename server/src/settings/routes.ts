import { z } from 'zod'
import type { App } from '../context.ts'
import { staffPage } from '../staff/index.ts'
import { protectionRoutes } from './protection-routes.ts'

/** The home of the administrators' settings. */
export function settingsRoutes(app: App): void {
  staffPage(app, { url: '/settings', needs: 'admin', schema: { response: { 200: z.object({}) } } }, () => ({}))
  protectionRoutes(app)
}
