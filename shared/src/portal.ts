import { z } from 'zod'
import { institution } from './institution.ts'

/**
 * A page of the portal as its contract: `name` is its file in `portal/src/routes`, without `.svelte`; `props` is all that
 * it shows, and is stripped of anything else. It stands beside the other contracts of its feature.
 */
export type PortalPage<Props extends z.ZodObject = z.ZodObject> = { name: string; props: Props }

/** What the Svelte file receives: `const { … }: PropsOf<typeof somePage> = $props()`. */
export type PropsOf<Page extends PortalPage> = z.output<Page['props']>

export function portalPage<Shape extends z.ZodRawShape>(name: string, shape: Shape): PortalPage<z.ZodObject<Shape>> {
  return { name, props: z.object(shape) }
}

export const welcomePage = portalPage('welcome', {})
/** Any request that failed; `message` is the sentence for the person. */
export const problemPage = portalPage('problem', { status: z.number().int(), message: z.string() })

/** What every page knows beside its own props; `path` is that of its address. */
export const portalSite = z.object({ institution, path: z.string() })
export type PortalSite = z.infer<typeof portalSite>

/** A page to render; sent to the browser as JSON where the page hydrates. */
export type PortalView = { site: PortalSite; page: string; props: object }

/**
 * What the built portal's `entry-server.js` exports. `head` and `body` are HTML that is safe to place; only a page that
 * `hydrates` needs its script and its props in the browser.
 */
export type RenderPortal = (view: PortalView) => Promise<{ head: string; body: string; hydrates: boolean }>
