import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { siteSections } from '@alumni/shared/portal'
import type { PortalPage, PortalView, PortalVisitor, RenderPortal, SiteSection } from '@alumni/shared/portal'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { maskEmail } from '../mail/mask-email.ts'
import type { Config } from '../process/config.ts'
import { HttpError } from '../http/errors.ts'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { App } from '../context.ts'
import { renderJsonElement } from './json-element.ts'
import type { Site } from '../hosts/site.ts'

export type Portal = {
  isBuilt: boolean
  /** Drops props that are not in the page's contract. Throws 503 if the portal is not built. */
  render<Page extends PortalPage>(request: PageRequest, page: Page, props: z.input<Page['props']>): Promise<Document>
}

type PageRequest = { path: string; visitor: PortalVisitor; isPublic?: boolean }

export type Document = { html: Buffer; compressed?: Promise<Buffer> }

export const notBuiltMessage = 'These pages are not built yet: run `npm run build` and start the server again.'

export type ReadSections = () => Promise<SiteSection[]>

export async function loadPortal(folder: string, config: Config, readSections: ReadSections): Promise<Portal> {
  const template = await readFile(join(folder, 'client', 'index.html'), 'utf8').catch(() => undefined)
  const entry =
    template &&
    ((await import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href).catch(isMissing)) as
      | { render: RenderPortal }
      | undefined)
  if (!template || !entry) return { isBuilt: false, render: () => Promise.reject(new HttpError(503, notBuiltMessage)) }
  const render = createRenderer(template)
  const getDocument = createDocumentCache()
  return {
    isBuilt: true,
    async render({ path, visitor, isPublic = false }, page, props) {
      // Lists all sections if the database is unavailable, because error pages must work without it.
      const sections = await readSections().catch(() => [...siteSections])
      const site = { institution: config.institution, origin: config.CHAMPIONS_URL, path, visitor, sections }
      const view: PortalView = { site, page: page.name, props: page.props.parse(props) }
      const make = async (): Promise<Document> => {
        const { head, body, hydrates, enhanced = false } = await entry.render(view)
        const slots = { head, body, view: hydrates ? view : undefined, hasScript: hydrates || enhanced }
        return { html: Buffer.from(render(slots)) }
      }
      return isPublic ? getDocument(JSON.stringify(view), make) : make()
    },
  }
}

const maxDocuments = 100

function createDocumentCache(): (view: string, make: () => Promise<Document>) => Promise<Document> {
  const documents = new Map<string, Document>()
  return async (view, make) => {
    const document = documents.get(view) ?? (await make())
    // Moves a used document to the end of the map, because the first one is evicted next.
    documents.delete(view)
    documents.set(view, document)
    if (documents.size > maxDocuments) documents.delete(documents.keys().next().value!)
    return document
  }
}

function isMissing(error: { code?: string }): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

type Slots = { head: string; body: string; view: PortalView | undefined; hasScript: boolean }

/** Splits the template once, so that placeholders in the content are not replaced. */
function createRenderer(template: string): (slots: Slots) => string {
  const withScript = template.split(/<!--(head|body|view)-->/)
  const withoutScript = template
    .replace(/<script type="module".*?<\/script>|<link rel="modulepreload".*?>/gs, '')
    .split(/<!--(head|body|view)-->/)
  return ({ head, body, view, hasScript }) => {
    const slots = { head, body, view: view ? renderJsonElement('portal-view', view) : '' }
    const pieces = hasScript ? withScript : withoutScript
    return pieces.map((piece, index) => (index % 2 === 1 ? slots[piece as keyof typeof slots] : piece)).join('')
  }
}

/** Includes a masked e-mail address only for recognized visitors. */
export async function readPortalVisitor(request: FastifyRequest): Promise<PortalVisitor> {
  const { state, signup } = await request.visitor()
  const email = state === 'recognized' ? { email: maskEmail(signup.email) } : {}
  return { state, name: signup?.first_name ?? null, ...email }
}

type Assets = {
  site: Site
  url: string
  folder: string
  former: readonly string[]
  headers?: Readonly<Record<string, string>>
}

/** Serves built files with hashed names, which browsers cache forever. Uses compressed files if the build made them. */
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
