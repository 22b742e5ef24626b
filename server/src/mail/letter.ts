import type { Institution } from '@alumni/shared/institution'
import { escapeHtml } from '../http/plain-page.ts'

export type Letter = {
  institution: Institution
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
}

/** One letter as plain text and as HTML that reads without images, in light and in dark, at any size. */
export function letter({ institution, heading, paragraphs, button }: Letter): { text: string; html: string } {
  const signature = [institution.name, institution.support_email]
  const text = [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${signature.join('\n')}`,
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif">
<div style="max-width: 560px; margin: 0 auto">
<p style="margin: 0 0 24px; padding: 0 0 12px; border-bottom: 3px solid ${institution.color}"><strong>${escapeHtml(institution.name)}</strong></p>
<h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.3">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => `<p style="margin: 0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${button ? buttonHtml(button, institution.color) : ''}
<p style="margin: 32px 0 0; font-size: 14px">${escapeHtml(institution.name)}<br><a href="mailto:${escapeHtml(institution.support_email)}" style="color: inherit">${escapeHtml(institution.support_email)}</a></p>
</div>
</body>
</html>
`
  return { text, html }
}

/** The address stands below the button too, for mail programs that show no links. */
function buttonHtml({ label, url }: { label: string; url: string }, color: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('A letter links only to http and https addresses')
  const href = escapeHtml(url)
  return `<p style="margin: 24px 0"><a href="${href}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${color}; color: #ffffff; text-decoration: none"><strong>${escapeHtml(label)}</strong></a></p>
<p style="margin: 0 0 16px; font-size: 14px; overflow-wrap: anywhere">Or copy this address into your browser:<br>${href}</p>`
}
