import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  siteSections,
  type PortalPage,
  type PortalView,
  type PortalVisitor,
  type RenderPortal,
  type SiteSection,
} from '@alumni/shared/portal'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { maskedEmail } from '../mail/masked-email.ts'
import type { Config } from '../process/config.ts'
import { HttpError } from '../http/errors.ts'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { App } from '../context.ts'
import { jsonElement } from './json-element.ts'
import type { Site } from '../hosts/site.ts'

/** The alumni's pages, rendered on the server by the built portal. */
export type Portal = {
  isBuilt: boolean
  /**
   * The document of `page`; props that its contract does not name are left out. Throws a 503 while the portal is not
   * built.
   */
  render<Page extends PortalPage>(request: Asked, page: Page, props: z.input<Page['props']>): Promise<Document>
}

/**
 * The request as the page sees it: the path of its address, and the visitor. An `isPublic` page is the same for every
 * visitor.
 */
type Asked = { path: string; visitor: PortalVisitor; isPublic?: boolean }

/** A page as it is sent; `compressed` is made at the first request that accepts it. */
export type Document = { html: Buffer; compressed?: Promise<Buffer> }

export const notBuilt = 'These pages are not built yet: run `npm run build` and start the server again.'

/** Reads which sections of the site have something to see. */
export type ReadSections = () => Promise<SiteSection[]>

/** `folder` is the portal's `dist`. */
export async function loadPortal(folder: string, config: Config, readSections: ReadSections): Promise<Portal> {
  const template = await readFile(join(folder, 'client', 'index.html'), 'utf8').catch(() => undefined)
  const entry =
    template &&
    ((await import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href).catch(isMissing)) as
      | { render: RenderPortal }
      | undefined)
  if (!template || !entry) return { isBuilt: false, render: () => Promise.reject(new HttpError(503, notBuilt)) }
  const fill = fillSlots(template)
  const cached = documentCache()
  return {
    isBuilt: true,
    async render({ path, visitor, isPublic = false }, page, props) {
      // A page that says what is wrong needs no database.
      const sections = await readSections().catch(() => [...siteSections])
      const site = { institution: config.institution, origin: config.CHAMPIONS_URL, path, visitor, sections }
      const view: PortalView = { site, page: page.name, props: page.props.parse(props) }
      const make = async (): Promise<Document> => {
        const { head, body, hydrates, enhanced = false } = await entry.render(view)
        const slots = { head, body, view: hydrates ? view : undefined, hasScript: hydrates || enhanced }
        return { html: Buffer.from(fill(slots)) }
      }
      return isPublic ? cached(JSON.stringify(view), make) : make()
    },
  }
}

const maxRemembered = 100

/** A page is what its view makes of it and looks at no clock: the same view is the same document, made once. */
function documentCache(): (view: string, make: () => Promise<Document>) => Promise<Document> {
  const documents = new Map<string, Document>()
  return async (view, make) => {
    const document = documents.get(view) ?? (await make())
    // The latest request moves to the end.
    documents.delete(view)
    documents.set(view, document)
    if (documents.size > maxRemembered) documents.delete(documents.keys().next().value!)
    return document
  }
}

function isMissing(error: { code?: string }): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

type Slots = { head: string; body: string; view: PortalView | undefined; hasScript: boolean }

/**
 * The template is cut once; what fills a slot is never searched for slots. Without a need for it the portal's script
 * goes too.
 */
function fillSlots(template: string): (slots: Slots) => string {
  const withScript = template.split(/<!--(head|body|view)-->/)
  const withoutScript = template
    .replace(/<script type="module".*?<\/script>|<link rel="modulepreload".*?>/gs, '')
    .split(/<!--(head|body|view)-->/)
  return ({ head, body, view, hasScript }) => {
    const slots = { head, body, view: view ? jsonElement('portal-view', view) : '' }
    const pieces = hasScript ? withScript : withoutScript
    return pieces.map((piece, index) => (index % 2 === 1 ? slots[piece as keyof typeof slots] : piece)).join('')
  }
}

/** Returns the visitor as pages may see them: a name, and for a recognized device a masked address. */
export async function portalVisitor(request: FastifyRequest): Promise<PortalVisitor> {
  const { state, signup } = await request.visitor()
  const email = state === 'recognized' ? { email: maskedEmail(signup.email) } : {}
  return { state, name: signup?.first_name ?? null, ...email }
}

type Assets = {
  site: Site
  url: string
  folder: string
  /** Folders of other releases. */
  former: readonly string[]
  headers?: Readonly<Record<string, string>>
}

/**
 * Built files whose names carry a hash of their content: a browser keeps them for good. Sent compressed where the build
 * left them so.
 */
export function serveAssets(app: App, { site, url, folder, former, headers = {} }: Assets): void {
  if (!existsSync(folder)) return
  app.register(fastifyStatic, {
    root: [folder, ...former],
    prefix: url,
    constraints: { site },
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
    setHeaders: (reply) => reply.headers(headers),
  })
}
