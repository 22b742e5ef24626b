import { z } from 'zod'
import { institution } from './institution.ts'

/**
 * A page of the portal as its contract: `name` is its file in `portal/src/routes`, without `.svelte`; `props` is all
 * that it shows, and is stripped of anything else. It stands beside the other contracts of its feature.
 */
export type PortalPage<Props extends z.ZodObject = z.ZodObject> = { name: string; props: Props }

/** The props of the Svelte file: `const { … }: PropsOf<typeof somePage> = $props()`. */
export type PropsOf<Page extends PortalPage> = z.output<Page['props']>

export function portalPage<Shape extends z.ZodRawShape>(name: string, shape: Shape): PortalPage<z.ZodObject<Shape>> {
  return { name, props: z.object(shape) }
}

/** Any request that failed; `message` is the sentence for the person. */
export const problemPage = portalPage('problem', { status: z.number().int(), message: z.string() })

/**
 * A form of a page: what was typed, and a sentence for each field that was refused, both by the field's name. The key
 * `form` is for what concerns no field alone. A refused form is the same page again, with status 422. A page without a
 * form that refuses says why in `problem`. A client that does not ask for HTML gets either as `{ error, fields }`.
 */
export const formState = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  errors: z.record(z.string(), z.string()),
})
export type FormState = z.infer<typeof formState>
export const emptyForm: FormState = { values: {}, errors: {} }

/** An option of a list, of radio buttons or of checkboxes. */
export const option = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })
export type Option = z.infer<typeof option>

/**
 * The visitor of a page. `recognized`: only the device is known, so they see their name and nothing private. `name` is
 * for the greeting; `email` is masked, and set where a code can be sent to the person whom the device suggests.
 */
export const portalVisitor = z.object({
  state: z.enum(['anonymous', 'recognized', 'verified']),
  name: z.string().nullable(),
  email: z.string().optional(),
})
export type PortalVisitor = z.infer<typeof portalVisitor>
export const anonymous: PortalVisitor = { state: 'anonymous', name: null }

/** The parts of the site that have something to see; an empty one is not led to. */
export const siteSections = ['opportunities', 'events', 'news', 'communities'] as const
export type SiteSection = (typeof siteSections)[number]

/**
 * The data of every page beside its own props: `origin` is the site's own, without a slash at its end; `path` is that
 * of the page.
 */
export const portalSite = z.object({
  institution,
  origin: z.string(),
  path: z.string(),
  visitor: portalVisitor,
  sections: z.array(z.enum(siteSections)),
})
export type PortalSite = z.infer<typeof portalSite>

/** A page to render; sent to the browser as JSON where the page hydrates. */
export type PortalView = { site: PortalSite; page: string; props: object }

/**
 * The function that the built `entry-server.js` exports. `head` and `body` are HTML that is safe to place. A page that
 * `hydrates` needs the script and its props in the browser; one that is `enhanced` only the script, for some element of
 * it.
 */
export type RenderPortal = (
  view: PortalView,
) => Promise<{ head: string; body: string; hydrates: boolean; enhanced?: boolean }>
