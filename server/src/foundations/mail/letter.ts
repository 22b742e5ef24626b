import type { LetterContent } from './letter-content.ts'
import { letterHtml } from './letter-html.ts'

/** One letter as plain text and as HTML that reads without images, in light and in dark, at any size. */
export function letter(content: LetterContent): { text: string; html: string } {
  for (const { url } of [content.button, content.link].filter((link) => link !== undefined))
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('A letter links only to http and https addresses')
  return { text: letterText(content), html: letterHtml(content) }
}

function letterText({ institution, heading, paragraphs, facts = [], code, button, link, closing = [] }: LetterContent) {
  const links = [button, link].filter((link) => link !== undefined)
  return [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(code ? [`${code.label}: ${code.digits}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...closing,
    `-- \n${institution.name}\n${institution.support_email}`,
  ].join('\n\n')
}
