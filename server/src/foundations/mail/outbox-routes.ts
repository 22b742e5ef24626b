import type { Feature } from '../context.ts'
import { prefersHtml } from '../http/accept.ts'
import { outboxFolder, listSavedMessages, type SavedMessage } from './outbox.ts'
import type { Institution } from '@alumni/shared/institution'
import { escapeHtml, renderPlainPage } from '../http/plain-page.ts'
import { isOwnMachine } from '../protection/client-address.ts'

/** Shows a development machine's unsent messages to browsers on that machine. */
export const outboxRoutes: Feature = (app, { config }) => {
  if (config.NODE_ENV !== 'development' || config.SMTP_URL) return
  const ownHosts = new Set([config.PUBLIC_URL, config.CHAMPIONS_URL].map((url) => new URL(url).hostname))
  app.get('/dev/outbox', async (request, reply) => {
    if (!isOwnMachine(request.raw) || !isLocalHost(request.raw.headers.host, ownHosts)) return reply.callNotFound()
    const messages = await listSavedMessages(outboxFolder(config))
    void reply.header('vary', 'accept')
    if (!prefersHtml(request.headers.accept)) return { messages }
    return reply.type('text/html; charset=utf-8').send(renderOutbox(messages, config.institution, reply.allowStyles()))
  })
}

/** Prevents DNS rebinding, which would let another site's script read the messages. */
function isLocalHost(host = '', ownHosts: ReadonlySet<string>): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(name) || ownHosts.has(name)
}

function renderOutbox(messages: SavedMessage[], institution: Institution, nonce: string): string {
  return renderPlainPage({
    title: `Outbox – ${institution.name}`,
    nonce,
    style: `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1c1d21, #e9eaee); background: light-dark(#f6f6f7, #101114) }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 22px; font-weight: 600; margin: 0 }
p { margin: 0 }
.soft { color: light-dark(#5b5e66, #a3a6ae) }
header { margin: 0 0 1.5rem }
details { margin: 0 0 .75rem; border: 1px solid light-dark(#e7e7ea, #282a31); border-radius: 8px; background: light-dark(#fff, #16171b) }
summary { padding: .75rem 1rem; cursor: pointer; font-weight: 600 }
summary .soft { display: block; font-size: 14px; font-weight: 400; overflow-wrap: anywhere }
pre { margin: 0; padding: 1rem; border-top: 1px solid light-dark(#e7e7ea, #282a31); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: light-dark(${institution.color}, #e9eaee) }`,
    main: `
<header>
<h1>Outbox</h1>
<p class="soft">Messages that this development machine stored instead of sending.</p>
</header>
${messages.length === 0 ? '<p>No message yet. Ask for a password reset, for example, then load this page again.</p>' : messages.map(renderMessage).join('\n')}`,
  })
}

function renderMessage({ at, to, subject, text }: SavedMessage, index: number): string {
  const time = at.slice(0, 19).replace('T', ' ')
  return `<details${index === 0 ? ' open' : ''}>
<summary>${escapeHtml(subject)}<span class="soft">to ${escapeHtml(to)} · <time datetime="${escapeHtml(at)}">${escapeHtml(time)} UTC</time></span></summary>
<pre>${renderLinks(text)}</pre>
</details>`
}

function renderLinks(text: string): string {
  const pieces = text.split(/(https?:\/\/[^\s<>"']+)/)
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>` : escapeHtml(piece),
    )
    .join('')
}
