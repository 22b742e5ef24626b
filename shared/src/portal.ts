import { z } from 'zod'
import { institution } from './institution.ts'

/**
 * A page of the portal as its contract: `name` is its file in `portal/src/routes`, without `.svelte`; `props` is all
 * that it shows, and is stripped of anything else. It stands beside the other contracts of its feature.
 */
export type PortalPage<Props extends z.ZodObject = z.ZodObject> = { name: string; props: Props }

/** What the Svelte file receives: `const { … }: PropsOf<typeof somePage> = $props()`. */
export type PropsOf<Page extends PortalPage> = z.output<Page['props']>

export function portalPage<Shape extends z.ZodRawShape>(name: string, shape: Shape): PortalPage<z.ZodObject<Shape>> {
  return { name, props: z.object(shape) }
}

/** Any request that failed; `message` is the sentence for the person. */
export const problemPage = portalPage('problem', { status: z.number().int(), message: z.string() })

/**
 * A form of a page: what was typed, and a sentence for each field that was refused, both by the field's name. The key
 * `form` is for what concerns no field alone. A refused form is the same page again, with status 422. A page without a
 * form that refuses says why in `problem`. Who does not ask for HTML gets either as `{ error, fields }`.
 */
export const formState = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  errors: z.record(z.string(), z.string()),
})
export type FormState = z.infer<typeof formState>
export const emptyForm: FormState = { values: {}, errors: {} }

/** What a person chooses from: in a list, by radio buttons or checkboxes. */
export const option = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })
export type Option = z.infer<typeof option>

/**
 * Who looks at a page. `recognized` is known by a device only: they see their name and nothing that is private. `name`
 * is what one greets them with, and `email`, masked, where a code can be sent to whom a device suggests.
 */
export const portalVisitor = z.object({
  state: z.enum(['anonymous', 'recognized', 'verified']),
  name: z.string().nullable(),
  email: z.string().optional(),
})
export type PortalVisitor = z.infer<typeof portalVisitor>
export const anonymous: PortalVisitor = { state: 'anonymous', name: null }

/**
 * What every page knows beside its own props: `origin` is the site's own, without a slash at its end; `path` is that of
 * the page.
 */
export const portalSite = z.object({ institution, origin: z.string(), path: z.string(), visitor: portalVisitor })
export type PortalSite = z.infer<typeof portalSite>

/** A page to render; sent to the browser as JSON where the page hydrates. */
export type PortalView = { site: PortalSite; page: string; props: object }

/**
 * What the built portal's `entry-server.js` exports. `head` and `body` are HTML that is safe to place. A page that
 * `hydrates` needs the script and its props in the browser; one that is `enhanced` only the script, for some element of
 * it.
 */
export type RenderPortal = (
  view: PortalView,
) => Promise<{ head: string; body: string; hydrates: boolean; enhanced?: boolean }>
