import { z } from 'zod'
import { institution } from './institution.ts'

/** A portal page by name with what it shows: the boundary between the server and the server-rendered Svelte pages. */
export const portalPage = z.discriminatedUnion('name', [
  z.object({ name: z.literal('welcome') }),
  z.object({ name: z.literal('error'), status: z.number().int(), message: z.string() }),
])
export type PortalPage = z.infer<typeof portalPage>

/** All that a portal page is rendered from; sent to the browser as JSON for hydration. */
export const portalProps = z.object({ institution, path: z.string(), page: portalPage })
export type PortalProps = z.infer<typeof portalProps>

/** What the built portal's `entry-server.js` exports. `head` and `body` are HTML that is safe to place. */
export type RenderPortal = (props: PortalProps) => Promise<{ head: string; body: string }>
