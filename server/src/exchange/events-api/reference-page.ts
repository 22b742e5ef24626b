import { readFile } from 'node:fs/promises'
import {
  maxActivityCodeLength,
  maxDescriptionLength,
  maxBatchBytes,
  maxEngagements,
} from '@alumni/shared/exchange/events-api'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { escapeHtml, plainPage } from '../../foundations/http/plain-page.ts'
import { exampleReply, examplesFor } from './examples.ts'
import { referenceStyle } from './reference-style.ts'

const script = '/api/v1/copy-buttons.js'

/** `GET /api/v1`: what a developer of the events app has to know, on one page. Without its script it lacks the buttons that copy. */
export function referencePage(app: App, { config }: Context): void {
  const copyButtons = readFile(new URL('copy-buttons.js', import.meta.url), 'utf8')
  const { institution } = config
  const page = {
    title: `Engagements API – ${institution.name}`,
    style: referenceStyle(institution.color),
    main: contentOf(config),
    script,
  }
  app.get('/api/v1', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(plainPage({ ...page, nonce: reply.allowStyles() })),
  )
  app.get(script, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(await copyButtons),
  )
}

const max = maxEngagements.toLocaleString('en-US')

function contentOf({ PUBLIC_URL, institution }: Config): string {
  const examples = examplesFor(PUBLIC_URL).map((example) => ({ ...example, id: example.language.toLowerCase() }))
  return `
<header>
<p class="where">${escapeHtml(institution.name)} · alumni relations</p>
<h1>Engagements API</h1>
<p>Tell us who took part in what. One call takes up to ${max} engagements; sending it again never counts anybody twice.</p>
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
${code('Authorization: Bearer ars_…', 'HTTP header')}
<p>When a key is rotated, the new one and the old one both work for the agreed time, and batches sent with either are the same batches.</p>
</section>

<section aria-labelledby="call">
<h2 id="call">Submit a batch</h2>
<p class="route"><strong>POST</strong> <code>/api/v1/engagements/batch</code></p>
${examples.map(({ id, language, code: text }) => `<h3 id="${id}">${language}</h3>${code(text, language)}`).join('\n')}
</section>

<section aria-labelledby="fields">
<h2 id="fields">What to send</h2>
${table(
  ['Field', 'Type', 'Meaning'],
  [
    [
      'batch_id',
      'text, 1–200 printable characters',
      'Names the batch, once for your key. Use something that your system will say again when it retries, such as the event and its date.',
    ],
    ['source', 'text, up to 100 characters, optional', 'The system or event that it comes from.'],
    ['engagements', `list of 1 to ${max}`, 'The rows.'],
    ['engagements[].buid', 'text', 'The alumnus: <code>B</code> and eight digits.'],
    [
      'engagements[].activity_code',
      `text, up to ${maxActivityCodeLength} characters`,
      'The kind of activity, such as <code>event_attended</code>.',
    ],
    ['engagements[].engagement_date', 'text, YYYY-MM-DD', 'The day, at most one year ahead.'],
    ['engagements[].description', `text up to ${maxDescriptionLength} characters, or null`, 'What it was.'],
  ],
)}
<p>The body is JSON in UTF-8 of at most ${maxBatchBytes / 1024 / 1024} MB.</p>
</section>

<section aria-labelledby="answer">
<h2 id="answer">What comes back</h2>
${code(exampleReply, '200 OK')}
<p>Rows in error are not stored and named with their place, counted from 0; all others are stored. Send mended rows as a batch with another <code>batch_id</code>.</p>
${table(
  ['Status', 'When', 'Then'],
  [
    ['200', '<code>processed</code>, or <code>already_processed</code> with the figures of the first time', 'Done.'],
    ['400', 'The body is not JSON', 'Mend it.'],
    ['401', 'No key, or one that is not active', 'Ask for a key.'],
    ['413', `More than ${maxBatchBytes / 1024 / 1024} MB`, 'Send several batches.'],
    ['415', 'Not <code>application/json</code>', 'Set the header.'],
    [
      '422',
      `No rows, more than ${max}, another shape, or a <code>batch_id</code> that was used for other content`,
      'Nothing was stored. Mend it.',
    ],
    [
      '429, 503, no answer',
      'Too much at once, or the service restarts',
      'Wait as <code>Retry-After</code> says and send <strong>the same batch with the same batch_id</strong>.',
    ],
  ],
)}
</section>
</div>`
}

/** Long lines are broken where they are shown, not where they are copied. */
function code(text: string, name: string): string {
  return `<div class="code" data-name="${escapeHtml(name)}"><pre><code>${escapeHtml(text)}</code></pre></div>`
}

/** Cells are HTML of ours. */
function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `<tr>${cells.map((cell, at) => (at === 0 ? `<th scope="row"><code>${cell}</code></th>` : `<td>${cell}</td>`)).join('')}</tr>`
  return `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`
}
