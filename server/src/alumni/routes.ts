import { z } from 'zod'
import type { App } from '../context.ts'
import { staffPage } from '../staff/index.ts'

/** The search for alumni, where staff begin. */
export function alumniRoutes(app: App): void {
  staffPage(app, { url: '/alumni_search', needs: 'viewer', schema: { response: { 200: z.object({}) } } }, () => ({}))
}
