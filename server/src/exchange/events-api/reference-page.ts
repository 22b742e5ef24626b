import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorBody } from '@alumni/shared/errors'
import {
  engagementBatchReply,
  engagementBatchRequest,
  engagementError,
  engagementInput,
  maxActivityCodeLength,
  maxDescriptionLength,
  maxBatchBytes,
  maxEngagements,
} from '@alumni/shared/exchange/events-api'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { escapeHtml, renderPlainPage } from '../../foundations/http/plain-page.ts'
import { exampleReply, buildExamples } from './examples.ts'

const script = '/api/v1/copy-buttons.js'

export function referencePageRoutes(app: App, { config }: Context): void {
  const copyButtons = readFile(new URL('copy-buttons.js', import.meta.url), 'utf8')
  const { institution } = config
  const page = {
    title: `Engagements API – ${institution.name}`,
    style: renderStyle(institution.color),
    main: renderContent(config),
    script,
  }
  app.get('/api/v1', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderPlainPage({ ...page, nonce: reply.allowStyles() })),
  )
  app.get(script, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(await copyButtons),
  )
}

const max = maxEngagements.toLocaleString('en-US')

const fieldRows = [
  [
    'batch_id',
    'text, 1–200 printable characters',
    'Names the batch, once for your key. Use something that your system repeats when it retries, such as the event and its date.',
  ],
  ['source', 'text, up to 100 characters, optional', 'The system or event that it comes from.'],
  ['engagements', `list of 1 to ${max}`, 'The rows.'],
  ['engagements[].buid', 'text', 'The alumnus: <code>B</code> and eight digits.'],
  [
    'engagements[].activity_code',
    `text, up to ${maxActivityCodeLength} characters`,
    'The kind of activity, such as <code>event_attended</code>.',
  ],
  ['engagements[].engagement_date', 'text, YYYY-MM-DD', 'The day, from 1900-01-01 to one year ahead.'],
  ['engagements[].description', `text up to ${maxDescriptionLength} characters, or null`, 'What it was.'],
]

const statusRows = [
  ['200', '<code>processed</code>, or <code>already_processed</code> with the figures of the first time', 'Done.'],
  ['400', 'The body is not JSON', 'Correct it.'],
  ['401', 'No key, or one that is not active', 'Ask for a key.'],
  ['413', `More than ${maxBatchBytes / 1024 / 1024} MB`, 'Send several batches.'],
  ['415', 'Not <code>application/json</code>', 'Set the header.'],
  [
    '422',
    `No rows, more than ${max}, another shape, or a <code>batch_id</code> that was used for other content`,
    'Nothing was stored. Correct it.',
  ],
  [
    '429, 503, no answer',
    'Too much at once, or the service restarts',
    'Wait as <code>Retry-After</code> says and send <strong>the same batch with the same batch_id</strong>.',
  ],
]

function renderContent({ PUBLIC_URL, institution }: Config): string {
  const examples = buildExamples(PUBLIC_URL).map((example) => ({ ...example, id: example.language.toLowerCase() }))
  return `
<header>
<p class="where">${escapeHtml(institution.name)} · alumni relations</p>
<h1>Engagements API</h1>
<p>Tell us who took part in what. One call takes up to ${max} engagements; sending it again never counts anyone twice.</p>
<p><a href="/api/v1/openapi.json">OpenAPI 3.1 description</a> · Questions and keys: <a href="mailto:${escapeHtml(institution.support_email)}">${escapeHtml(institution.support_email)}</a></p>
</header>

<nav aria-labelledby="contents">
<h2 id="contents">On this page</h2>
<ol>
<li><a href="#key">Your key</a></li>
<li><a href="#call">Submit a batch</a>
<ol>${examples.map(({ id, language }) => `<li><a href="#${id}">${language}</a></li>`).join('')}</ol></li>
<li><a href="#fields">What to send</a></li>
<li><a href="#answer">What comes back</a></li>
</ol>
</nav>

<div class="sections">
<section aria-labelledby="key">
<h2 id="key">Your key</h2>
<p>An administrator issues it; it is shown once and begins with <code>ars_</code>. Send it with every call, and keep it out of source code and addresses:</p>
${renderCode('Authorization: Bearer ars_…', 'HTTP header')}
<p>When a key is rotated, the new one and the old one both work for the agreed time, and batches sent with either are the same batches.</p>
</section>

<section aria-labelledby="call">
<h2 id="call">Submit a batch</h2>
<p class="route"><strong>POST</strong> <code>/api/v1/engagements/batch</code></p>
${examples.map(({ id, language, code: text }) => `<h3 id="${id}">${language}</h3>${renderCode(text, language)}`).join('\n')}
</section>

<section aria-labelledby="fields">
<h2 id="fields">What to send</h2>
${renderTable(['Field', 'Type', 'Meaning'], fieldRows)}
<p>The body is JSON in UTF-8 of at most ${maxBatchBytes / 1024 / 1024} MB.</p>
</section>

<section aria-labelledby="answer">
<h2 id="answer">What comes back</h2>
${renderCode(exampleReply, '200 OK')}
<p>Rows in error are not stored and named with their place, counted from 0; all others are stored. Send corrected rows as a batch with another <code>batch_id</code>.</p>
${renderTable(['HTTP status', 'When', 'Then'], statusRows)}
</section>
</div>`
}

function renderCode(text: string, name: string): string {
  return `<div class="code" data-name="${escapeHtml(name)}"><pre><code>${escapeHtml(text)}</code></pre></div>`
}

/** `rows` must be trusted HTML. */
function renderTable(head: string[], rows: string[][]): string {
  const renderRow = (cells: string[]) =>
    `<tr>${cells.map((cell, index) => (index === 0 ? `<th scope="row"><code>${cell}</code></th>` : `<td>${cell}</td>`)).join('')}</tr>`
  return `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map(renderRow).join('')}</tbody></table></div>`
}

function renderStyle(color: string): string {
  return `
:root { color-scheme: light dark; --ink: light-dark(#1b1c20, #ecedef); --soft: light-dark(#5d6169, #9ea2ab); --line: light-dark(#e7e7ea, #2b2d34); --sunken: light-dark(#f6f6f7, #1d1f24); --accent: light-dark(${color}, #8fd3d3) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #16171b) }
main { display: grid; gap: 0 56px; grid-template: 'head head' auto 'contents sections' 1fr / 200px minmax(0, 860px); justify-content: center; padding: 48px 24px 96px }
header { grid-area: head }
nav { grid-area: contents; position: sticky; top: 24px; align-self: start; margin-top: 32px; font-size: 14px }
nav h2 { margin: 0 0 8px; padding: 0; border: 0; color: var(--soft); font-size: 13px; font-weight: 500 }
nav ol { margin: 0; padding: 0; list-style: none }
nav ol ol { padding-left: 16px }
nav a { display: block; padding: 4px 0; color: inherit; text-decoration: none }
nav a:hover { text-decoration: underline }
.sections { grid-area: sections; min-width: 0 }
.sections > :first-child > h2 { margin-top: 32px; padding-top: 0; border: 0 }
[id] { scroll-margin-top: 16px }
.where { color: var(--soft); margin: 0 }
h1 { font-size: 30px; line-height: 1.2; margin: 4px 0 16px }
h2 { font-size: 22px; line-height: 1.3; margin: 48px 0 12px; padding-top: 24px; border-top: 1px solid var(--line) }
h3 { font-size: 16px; margin: 24px 0 8px }
a { color: var(--accent); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 8px }
code { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace }
.code { position: relative }
.code button { position: absolute; top: 8px; right: 8px; min-height: 32px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: light-dark(#fff, #16171b); color: var(--ink); font: 500 13px/1 system-ui, sans-serif; cursor: pointer }
.code button:hover { border-color: var(--soft) }
.announcement { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 16px 96px 16px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken) }
.route { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px }
.route strong { color: var(--accent); margin-right: 8px }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--soft); font-weight: 500 }
tbody th { font-weight: 400; white-space: nowrap }
@media (max-width: 960px) { main { display: block; max-width: 860px; margin: 0 auto } nav { position: static; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px } nav a { padding: 8px 0 } }
@media (max-width: 640px) { main { padding: 24px 16px 64px } pre { padding: 52px 16px 16px } .code button { min-height: 40px } tbody th { white-space: normal; overflow-wrap: anywhere } }
`
}

const openApiSchemas = {
  Engagement: engagementInput,
  EngagementBatch: engagementBatchRequest,
  EngagementError: engagementError,
  EngagementBatchReply: engagementBatchReply,
  Error: errorBody,
}

export function openApiRoutes(app: App, { config }: Context): void {
  const contracts = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(openApiSchemas)) contracts.add(schema, { id })
  const referenceTo = (id: string) => `#/components/schemas/${id}`
  const { schemas } = z.toJSONSchema(contracts, { uri: referenceTo, io: 'input' })
  const json = (id: keyof typeof openApiSchemas) => ({ 'application/json': { schema: { $ref: referenceTo(id) } } })
  const refusal = { description: 'The error', content: json('Error') }
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${config.institution.name}: engagements API`,
      version: '1',
      description: 'For the events app: tells alumni relations who took part in what.',
      contact: { email: config.institution.support_email },
    },
    servers: [{ url: config.PUBLIC_URL }],
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, { $id: _, $schema: _dialect, ...schema }]) => [id, schema]),
      ),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, ars_…, issued by an administrator.' },
      },
    },
    paths: {
      '/api/v1/engagements/batch': {
        post: {
          operationId: 'submitEngagements',
          summary: 'Submit engagements',
          description:
            'Stores up to 10,000 engagements. Rows in error are named and the others stored. Send a batch again with the same `batch_id` as often as you like: it is stored once.',
          security: [{ apiKey: [] }],
          requestBody: { required: true, content: json('EngagementBatch') },
          responses: {
            200: { description: 'The outcome', content: json('EngagementBatchReply') },
            ...Object.fromEntries([400, 401, 403, 408, 413, 415, 422, 429, 503].map((status) => [status, refusal])),
          },
        },
      },
    },
  }
  app.get('/api/v1/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document),
  )
}
