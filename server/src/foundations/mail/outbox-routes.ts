import type { IncomingMessage } from 'node:http'
import type { Feature } from '../context.ts'
import { prefersHtml } from '../http/accept.ts'
import { outboxFolder } from './mailer.ts'
import { outboxPage } from './outbox-page.ts'
import { savedMessages } from './outbox.ts'

/** `GET /dev/outbox`: the messages that a development machine did not send. It exists for a browser on this machine only. */
export const outboxRoutes: Feature = (app, { config }) => {
  if (config.NODE_ENV !== 'development' || config.SMTP_URL) return
  const ownHosts = new Set([config.PUBLIC_URL, config.CHAMPIONS_URL].map((url) => new URL(url).hostname))
  app.get('/dev/outbox', async (request, reply) => {
    if (!isLocal(request.raw, ownHosts)) return reply.callNotFound()
    const messages = await savedMessages(outboxFolder(config))
    void reply.header('vary', 'accept')
    if (!prefersHtml(request.headers.accept)) return { messages }
    return reply.type('text/html; charset=utf-8').send(outboxPage(messages, config.institution, reply.allowStyles()))
  })
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

function isLocal({ headers, socket }: IncomingMessage, ownHosts: ReadonlySet<string>): boolean {
  if (!/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) return false
  return !forwarding.some((name) => name in headers) && isLocalHost(headers.host, ownHosts)
}

/** A foreign name that resolves to this machine (DNS rebinding) would let another site's script read the messages. */
function isLocalHost(host = '', ownHosts: ReadonlySet<string>): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(name) || ownHosts.has(name)
}
