import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseHeader } from '@alumni/shared/operations/releases'
import { sessionElement, type SessionReply } from '@alumni/shared/staff/accounts'
import type { FastifyReply } from 'fastify'
import type { App, Context } from '../context.ts'
import { onInternal } from '../hosts/site.ts'
import { staffHeaders } from '../http/security-headers.ts'
import { HttpError } from '../http/errors.ts'
import { renderAccentStyle, renderFirstFrame, type FirstFrames } from './first-frame.ts'
import { renderJsonElement } from './json-element.ts'
import { prepareFormerAssets, type BuiltApp } from './former-assets.ts'
import { notBuiltMessage, serveAssets } from './portal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Replies with the staff app, which requests the same URL as JSON. Throws 503 if the app is not built. */
    staffApp(): Promise<FastifyReply>
  }
  interface FastifyRequest {
    /** Returns the reply of `GET /session` for an authenticated user, otherwise null. */
    sessionReply(): Promise<SessionReply | null>
  }
}

const assetsUrl = '/assets/staff/'

/** Registers the staff app. Its document contains the session, menu and script links, to avoid further requests. */
export async function registerStaffApp(app: App, { config }: Context, { folder, release }: BuiltApp): Promise<void> {
  const build = config.isProduction ? await readBuild(folder) : undefined
  app.decorateReply('staffApp', async function (this: FastifyReply) {
    const { html, pages, frames } = build ?? (await readBuild(folder))
    if (html === undefined) throw new HttpError(503, notBuiltMessage)
    const nonce = this.allowStyles()
    const address = toPattern(this.request.routeOptions.url ?? '')
    const queryScripts = this.request.url.includes('?') ? pages[`${address}?`] : undefined
    const scripts = [...(pages[address] ?? []), ...(queryScripts ?? [])]
    const session = await this.request.sessionReply()
    const head = [
      `<meta name="${releaseHeader}" content="${release}">`,
      ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="${assetsUrl}${name}">`),
      ...(session ? [renderAccentStyle(session.institution, nonce), renderJsonElement(sessionElement, session)] : []),
    ]
    const hasFrame = session && frames && !frames.pathsWithoutMenu.includes(address)
    const frame = hasFrame ? renderFirstFrame(frames, session, this.request.url.split('?', 1)[0]!) : ''
    // Does not compress personal content, because the compressed length could reveal it.
    return this.headers({ ...staffHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        html
          .replaceAll('__CSP_NONCE__', nonce)
          .replace('</head>', () => `${head.join('')}</head>`)
          .replace('<!--frame-->', () => frame),
      )
  })
  // One of these files is the service worker for the guest list that is used at the door.
  const headers = { 'service-worker-allowed': '/champion_signups/events/' }
  const assets = join(folder, 'assets')
  const former = await prepareFormerAssets(config, 'staff', { release, assets }, app.log)
  serveAssets(app, { site: 'internal', url: assetsUrl, folder: assets, former, headers })
  // Open pages of older releases compare this header and offer to reload.
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

const toPattern = (url: string) => url.replaceAll(/:\w+/g, ':')
