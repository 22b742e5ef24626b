import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PortalPage, PortalView, PortalVisitor, RenderPortal } from '@alumni/shared/portal'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { HttpError } from '../http/errors.ts'

/** The alumni's pages, rendered on the server by the built portal. */
export type Portal = {
  isBuilt: boolean
  /** The HTML document of `page`; props that its contract does not name are left out. Throws a 503 while the portal is not built. */
  render<Page extends PortalPage>(request: Asked, page: Page, props: z.input<Page['props']>): Promise<string>
}

/** What the page is told of the request: the path of its address, and who asks. */
type Asked = { path: string; visitor: PortalVisitor }

export const notBuilt = 'These pages are not built yet: run `npm run build` and start the server again.'

/** `folder` is the portal's `dist`. */
export async function loadPortal(folder: string, config: Config): Promise<Portal> {
  const template = await readFile(join(folder, 'client', 'index.html'), 'utf8').catch(() => undefined)
  const entry =
    template &&
    ((await import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href).catch(isMissing)) as
      | { render: RenderPortal }
      | undefined)
  if (!template || !entry) return { isBuilt: false, render: () => Promise.reject(new HttpError(503, notBuilt)) }
  const fill = fillSlots(template)
  return {
    isBuilt: true,
    async render({ path, visitor }, page, props) {
      const site = { institution: config.institution, origin: config.CHAMPIONS_URL, path, visitor }
      const view: PortalView = { site, page: page.name, props: page.props.parse(props) }
      const { head, body, hydrates, enhanced = false } = await entry.render(view)
      return fill({ head, body, view: hydrates ? view : undefined, hasScript: hydrates || enhanced })
    },
  }
}

function isMissing(error: { code?: string }): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

type Slots = { head: string; body: string; view: PortalView | undefined; hasScript: boolean }

/** The template is cut once; what fills a slot is never searched for slots. Without a need for it the portal's script goes too. */
function fillSlots(template: string): (slots: Slots) => string {
  const withScript = template.split(/<!--(head|body|view)-->/)
  const withoutScript = template
    .replace(/<script type="module".*?<\/script>|<link rel="modulepreload".*?>/gs, '')
    .split(/<!--(head|body|view)-->/)
  return ({ head, body, view, hasScript }) => {
    const json = view && JSON.stringify(view).replaceAll('<', '\\u003c')
    const slots = { head, body, view: json ? `<script type="application/json" id="portal-view">${json}</script>` : '' }
    const pieces = hasScript ? withScript : withoutScript
    return pieces.map((piece, index) => (index % 2 === 1 ? slots[piece as keyof typeof slots] : piece)).join('')
  }
}

/** What pages may know of the visitor; a name, never more. */
export async function portalVisitor(request: FastifyRequest): Promise<PortalVisitor> {
  const { state, signup } = await request.visitor()
  return { state, name: signup?.first_name ?? null }
}
