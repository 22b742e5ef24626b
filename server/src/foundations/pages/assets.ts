import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { App } from '../context.ts'
import type { Site } from '../hosts/site.ts'

type Assets = { site: Site; url: string; folder: string }

/** Built files whose names carry a hash of their content: a browser keeps them for good. Sent compressed where the build left them so. */
export function serveAssets(app: App, { site, url, folder }: Assets): void {
  if (!existsSync(folder)) return
  app.register(fastifyStatic, {
    root: folder,
    prefix: url,
    constraints: { site },
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
  })
}
