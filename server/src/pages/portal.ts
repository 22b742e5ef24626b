import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PortalPage, PortalProps, RenderPortal } from '@alumni/shared/portal'
import type { Config } from '../config.ts'
import { HttpError } from '../http/errors.ts'

/** The alumni's pages, rendered on the server by the built portal. */
export type Portal = {
  isBuilt: boolean
  /** The HTML document of `page` at `path`. Throws a 503 while the portal is not built. */
  render(path: string, page: PortalPage): Promise<string>
}

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
    async render(path, page) {
      const props: PortalProps = { institution: config.institution, path, page }
      const { head, body } = await entry.render(props)
      return fill({ head, body, props: JSON.stringify(props).replaceAll('<', '\\u003c') })
    },
  }
}

function isMissing(error: { code?: string }): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

type Slots = { head: string; body: string; props: string }

/** The template is cut once; what fills a slot is never searched for slots. */
function fillSlots(template: string): (slots: Slots) => string {
  const pieces = template.split(/<!--(head|body|props)-->/)
  return (slots) => pieces.map((piece, at) => (at % 2 === 1 ? slots[piece as keyof Slots] : piece)).join('')
}
