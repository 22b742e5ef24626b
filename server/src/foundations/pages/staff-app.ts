import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseHeader } from '@alumni/shared/operations/releases'
import { sessionElement, type SessionReply } from '@alumni/shared/staff/accounts'
import type { FastifyReply } from 'fastify'
import type { App, Context } from '../context.ts'
import { onInternal } from '../hosts/site.ts'
import { staffFeaturesAllowed } from '../http/security-headers.ts'
import { HttpError } from '../http/errors.ts'
import { accentStyle, firstFrame, type FirstFrames } from './first-frame.ts'
import { jsonElement } from './json-element.ts'
import { formerAssets, type Built } from './former-assets.ts'
import { notBuilt, serveAssets } from './portal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Replies with the staff app, which then asks the same address for JSON. Throws a 503 while it is not built. */
    staffApp(): Promise<FastifyReply>
  }
  interface FastifyRequest {
    /** Returns the reply of `GET /session` for the person whom the route has let in; null where it asked for none. */
    sessionReply(): Promise<SessionReply | null>
  }
}

const assetsUrl = '/assets/staff/'

/**
 * `folder` is the staff app's `dist/renderer`. In development a new build is served without a restart. The document
 * names the scripts of its page, and has the session of the person in it, so that a browser asks for all at once; their
 * menu is there before any script.
 */
export async function staffApp(app: App, { config }: Context, { folder, release }: Built): Promise<void> {
  const build = config.isProduction ? await readBuild(folder) : undefined
  app.decorateReply('staffApp', async function (this: FastifyReply) {
    const { html, pages, frames } = build ?? (await readBuild(folder))
    if (html === undefined) throw new HttpError(503, notBuilt)
    const nonce = this.allowStyles()
    const address = addressOf(this.request.routeOptions.url ?? '')
    const asked = this.request.url.includes('?') ? pages[`${address}?`] : undefined
    const scripts = [...(pages[address] ?? []), ...(asked ?? [])]
    const session = await this.request.sessionReply()
    const head = [
      `<meta name="${releaseHeader}" content="${release}">`,
      ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="${assetsUrl}${name}">`),
      ...(session ? [accentStyle(session.institution, nonce), jsonElement(sessionElement, session)] : []),
    ]
    const hasFrame = session && frames && !frames.without.includes(address)
    const frame = hasFrame ? firstFrame(frames, session, this.request.url.split('?', 1)[0]!) : ''
    // Personal content is sent uncompressed: the length of compressed content reveals it.
    return this.headers({ ...staffFeaturesAllowed, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        html
          .replaceAll('__CSP_NONCE__', nonce)
          .replace('</head>', () => `${head.join('')}</head>`)
          .replace('<!--frame-->', () => frame),
      )
  })
  // The worker of the list at the door, which answers for that page without a network, lies among the other files.
  const headers = { 'service-worker-allowed': '/champion_signups/events/' }
  const assets = join(folder, 'assets')
  const former = await formerAssets(config, 'staff', { release, assets }, app.log)
  serveAssets(app, { site: 'internal', url: assetsUrl, folder: assets, former, headers })
  // A page of an older release offers to be loaded again.
  app.addHook('onRequest', async (request, reply) => {
    if (request.site === 'internal') reply.header(releaseHeader, release)
  })
  app.get('/', { constraints: onInternal }, async (_request, reply) => reply.redirect('/alumni_search', 302))
}

type Build = { html: string | undefined; pages: Record<string, string[]>; frames: FirstFrames | undefined }

async function readBuild(folder: string): Promise<Build> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const [html, pages = '{}', frames] = await Promise.all(['index.html', 'pages.json', 'frame.json'].map(read))
  return {
    html,
    pages: JSON.parse(pages) as Build['pages'],
    frames: frames === undefined ? undefined : (JSON.parse(frames) as FirstFrames),
  }
}

/** As the build writes it: `/alumni/:` for every alumnus. */
const addressOf = (url: string) => url.replaceAll(/:\w+/g, ':')
