import { z } from 'zod'
import { institution } from './institution.ts'

/** `name` is the file in `portal/src/routes` without `.svelte`; data other than `props` is removed. */
export type PortalPage<Props extends z.ZodObject = z.ZodObject> = { name: string; props: Props }

/** The props of a Svelte page: `const { … }: PropsOf<typeof somePage> = $props()`. */
export type PropsOf<Page extends PortalPage> = z.output<Page['props']>

export function portalPage<Shape extends z.ZodRawShape>(name: string, shape: Shape): PortalPage<z.ZodObject<Shape>> {
  return { name, props: z.object(shape) }
}

export const problemPage = portalPage('problem', { status: z.number().int(), message: z.string() })

/**
 * `errors` has messages by field; the key `form` is for the whole form. Clients that do not accept HTML get
 * `{ error, fields }`.
 */
export const formState = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  errors: z.record(z.string(), z.string()),
})
export type FormState = z.infer<typeof formState>
export const emptyForm: FormState = { values: {}, errors: {} }

export const option = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })
export type Option = z.infer<typeof option>

/**
 * A recognized visitor has a known device and sees only their name. `email` is masked, and set only if a code can be
 * sent.
 */
export const portalVisitor = z.object({
  state: z.enum(['anonymous', 'recognized', 'verified']),
  name: z.string().nullable(),
  email: z.string().optional(),
})
export type PortalVisitor = z.infer<typeof portalVisitor>
export const anonymousVisitor: PortalVisitor = { state: 'anonymous', name: null }

export const siteSections = ['opportunities', 'events', 'news', 'communities'] as const
export type SiteSection = (typeof siteSections)[number]

/** The data of every page in addition to its props; `origin` has no trailing slash. */
export const portalSite = z.object({
  institution,
  origin: z.string(),
  path: z.string(),
  visitor: portalVisitor,
  sections: z.array(z.enum(siteSections)),
})
export type PortalSite = z.infer<typeof portalSite>

/** A page to render, sent to the browser as JSON if the page hydrates. */
export type PortalView = { site: PortalSite; page: string; props: object }

/** `head` and `body` are safe HTML. Pages that hydrate need script and props; enhanced pages need only the script. */
export type RenderPortal = (
  view: PortalView,
) => Promise<{ head: string; body: string; hydrates: boolean; enhanced?: boolean }>
