import type { Institution } from '@alumni/shared/institution'
import { escapeHtml } from '../http/plain-page.ts'

export function renderLetter(content: LetterContent): { text: string; html: string } {
  for (const { url } of [content.button ?? [], content.link ?? []].flat())
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('A letter links only to http and https addresses')
  return { text: renderText(content), html: renderHtml(content) }
}

function renderText(content: LetterContent) {
  const { institution, heading, paragraphs, body, code, button, signature, link, address } = content
  const { facts = [], closing = [] } = content
  const renderLink = ({ label, url }: LetterLink) => `${label}:\n${url}`
  return [
    heading,
    ...paragraphs,
    ...(body ? [body.text] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(code ? [`${code.label}: ${code.digits}`] : []),
    ...(button ? [renderLink(button)] : []),
    ...(signature ? [signature] : []),
    ...[link ?? []].flat().map(renderLink),
    ...closing,
    ['-- ', institution.name, ...(address ? [address] : []), institution.support_email].join('\n'),
  ].join('\n\n')
}

export type LetterLink = { label: string; url: string }

type LetterContent = {
  institution: Institution
  heading: string
  /** Text that mail programs show beside the subject; by default they show the beginning of the letter. */
  preview?: string
  paragraphs: string[]
  /** Formatted text after the paragraphs. Its HTML is inserted unescaped and must be safe. */
  body?: { html: string; text: string }
  /** Rows such as When and Where; a value may have several lines. */
  facts?: { label: string; value: string }[]
  /** A code to type or show. `picture` is the content id of its QR code. */
  code?: { label: string; digits: string; picture?: string }
  button?: LetterLink
  signature?: string
  link?: LetterLink | LetterLink[]
  closing?: string[]
  /** The institution's postal address, which letters to lists must contain. */
  address?: string
}

/** Quotes a title at the end of a clause, with American punctuation: “Homecoming.” */
export function quoteTitle(title: string, mark: '.' | ',' = '.'): string {
  return /[.,!?…]$/.test(title) ? `“${title}”` : `“${title}${mark}”`
}

const sans = `system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif`
const serif = `Georgia, 'Times New Roman', serif`
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
/** Fills the preview, so that mail programs do not continue it with the letter's text. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

const tableCell = 'padding: 4px 16px 4px 0; min-width: 48px; vertical-align: top; text-align: left'
const markup: Record<string, string> = {
  h2: `margin: 24px 0 8px; font: bold 20px/1.3 ${serif}`,
  h3: `margin: 24px 0 8px; font: bold 17px/1.3 ${serif}`,
  p: 'margin: 0 0 16px',
  ul: 'margin: 0 0 16px; padding: 0 0 0 24px',
  ol: 'margin: 0 0 16px; padding: 0 0 0 24px',
  blockquote: 'margin: 0 0 16px; padding: 0 0 0 14px; border-left: 3px solid #8d8578',
  a: 'color: inherit',
  img: 'max-width: 100%; border-radius: 8px',
  pre: 'white-space: pre-wrap',
  table: 'margin: 0 0 16px; border-collapse: collapse',
  th: tableCell,
  td: tableCell,
}

function addStyles(html: string): string {
  return html.replaceAll(/<([a-z]+\d?)(?=[ >])/g, (tag, name: string) =>
    name in markup ? `${tag} style="${markup[name]}"` : tag,
  )
}

// Mail programs support only tables and inline styles. The style sheet and classes are for dark mode.
const darkModeRules = `@media (prefers-color-scheme: dark) {
.paper { background: #171513 !important }
.card { background: #211e1b !important; border-color: #38332e !important }
.ink { color: #ece7df !important }
.soft { color: #b3aca1 !important }
.line { border-color: #38332e !important }
.well { background: #2b2723 !important }
.button { border-color: #8d8578 !important }
}`

function renderHtml({ institution, heading, paragraphs, closing = [], ...content }: LetterContent): string {
  const { preview, body, facts = [], code, button, signature, link, address } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(heading)}</title>
<style>
:root { color-scheme: light dark }
${darkModeRules}
</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: #f6f3ee; -webkit-text-size-adjust: 100%">
${preview ? `<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preview)}${filler}</div>` : ''}
<table ${table} width="100%" class="paper" style="background: #f6f3ee; table-layout: fixed"><tr><td align="center" style="padding: 24px 12px">
<table ${table} width="100%" class="card" style="max-width: 560px; table-layout: fixed; background: #ffffff; border: 1px solid #e4dfd6; border-radius: 12px; border-collapse: separate; overflow: hidden">
<tr><td bgcolor="${institution.color}" style="padding: 16px 28px; background: ${institution.color}; color: #ffffff; font: bold 17px/1.3 ${serif}; overflow-wrap: anywhere">${escapeHtml(institution.name)}</td></tr>
<tr><td class="ink" dir="auto" style="padding: 28px; color: #24211d; font: 16px/1.55 ${sans}; overflow-wrap: anywhere; word-break: break-word">
<h1 dir="auto" style="margin: 0 0 16px; font: bold 25px/1.25 ${serif}">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => renderParagraph(text)).join('\n')}
${body ? addStyles(body.html) : ''}
${facts.length > 0 ? renderFacts(facts) : ''}
${code ? renderCode(code) : ''}
${button ? renderButton(button, institution.color, !body && facts.length === 0) : ''}
${signature ? renderParagraph(signature) : ''}
${[link ?? []]
  .flat()
  .map((secondaryLink) => renderSecondaryLink(secondaryLink, !body))
  .join('\n')}
${closing.map((text) => renderParagraph(text, 'soft', 'color: #5d574f; font-size: 14px')).join('\n')}
</td></tr>
</table>
<p class="soft" style="margin: 16px 0 0; color: #5d574f; font: 14px/1.5 ${sans}; overflow-wrap: anywhere">${escapeHtml(institution.name)}<br>${address ? `${escapeHtml(address).replaceAll('\n', '<br>')}<br>` : ''}<a class="soft" href="mailto:${escapeHtml(institution.support_email)}" style="color: #5d574f">${escapeHtml(institution.support_email)}</a></p>
</td></tr></table>
</body>
</html>
`
}

function renderParagraph(text: string, className = 'ink', style = 'color: #24211d'): string {
  return `<p class="${className}" dir="auto" style="margin: 0 0 16px; ${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}

function renderFacts(facts: { label: string; value: string }[]): string {
  const cell = 'padding: 10px 0; border-bottom: 1px solid #e4dfd6; vertical-align: top; text-align: left'
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" class="soft line" width="84" style="${cell}; padding-right: 12px; width: 84px; color: #5d574f; font: 14px/1.7 ${sans}">${escapeHtml(label)}</th><td class="ink line" dir="auto" style="${cell}; color: #24211d; font: 16px/1.5 ${sans}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin: 0 0 24px; table-layout: fixed; border-collapse: collapse">${rows.join('\n')}</table>`
}

/** Renders the digits as one word, so that they can be copied together. */
function renderCode({ label, digits, picture }: NonNullable<LetterContent['code']>): string {
  return `<p class="soft" style="margin: 0 0 6px; color: #5d574f; font-size: 14px">${escapeHtml(label)}</p>
${picture ? `<p style="margin: 0 0 6px; text-align: center"><img src="cid:${picture}" width="174" height="174" alt="QR code" style="border-radius: 8px"></p>` : ''}
<p class="ink well" style="margin: 0 0 24px; padding: 14px 12px; border-radius: 8px; background: #f6f3ee; color: #24211d; font: bold 30px/1.2 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.2em; text-indent: 0.2em; text-align: center">${escapeHtml(digits)}</p>`
}

/** `showsAddress` adds the URL as text, for mail programs that do not support links. */
function renderButton({ label, url }: LetterLink, color: string, showsAddress: boolean): string {
  const href = escapeHtml(url)
  const address = `<p class="soft" style="margin: 0 0 16px; color: #5d574f; font-size: 14px">Or copy this address into your browser:<br>${href}</p>`
  return `<table ${table} style="margin: 8px 0 16px"><tr><td class="button" bgcolor="${color}" style="background: ${color}; border: 1px solid ${color}; border-radius: 8px"><a href="${href}" style="display: inline-block; padding: 12px 22px; color: #ffffff; font: bold 16px/1.3 ${sans}; text-decoration: none">${escapeHtml(label)}</a></td></tr></table>
${showsAddress ? address : ''}`
}

function renderSecondaryLink({ label, url }: LetterLink, isLarge: boolean): string {
  const [className, style] = isLarge ? ['ink', 'color: #24211d'] : ['soft', 'color: #5d574f; font-size: 14px']
  return `<p style="margin: 0 0 16px"><a class="${className}" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`
}
