import type { Institution } from '@alumni/shared/institution'

type PlainPage = {
  /** Plain text. */
  title: string
  style: string
  /** HTML. */
  main: string
  script?: string
  /** The nonce of the style element in the reply's Content-Security-Policy. */
  nonce: string
}

/** Renders an HTML document that works without the staff app and the portal. */
export function renderPlainPage({ title, style, main, script, nonce }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
${style.trim()}
</style>${
    script
      ? `
<script type="module" src="${script}"></script>`
      : ''
  }
</head>
<body>
<main>
${main.trim()}
</main>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function renderErrorPage(message: string, status: number, institution: Institution, nonce: string): string {
  const email = escapeHtml(institution.support_email)
  return renderPlainPage({
    title: `${status} – ${institution.name}`,
    nonce,
    style: `
body { margin: 0; min-height: 100vh; box-sizing: border-box; padding: 16px; display: grid; place-items: center; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#1c1d21, #e9eaee); background: light-dark(#f6f6f7, #101114) }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 32px; border: 1px solid light-dark(#e4e4e7, #2c2e35); border-top: 4px solid ${institution.color}; border-radius: 8px; background: light-dark(#fff, #1a1b20); box-shadow: 0 8px 24px -12px rgb(0 0 0 / 30%) }
h1 { font-size: 20px; font-weight: 600; line-height: 1.3; margin: 0 0 20px }
p { margin: 0 }
.from, .help { color: light-dark(#5b5e66, #a3a6ae); font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.from { margin-bottom: 8px }
.start { display: grid; place-content: center; min-height: 44px; margin-bottom: 16px; padding: 0 16px; border-radius: 8px; background: ${institution.color}; color: #fff; font-weight: 600; text-decoration: none }
.help a { color: light-dark(${institution.color}, #e9eaee) }
:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px }`,
    main: `
<p class="from">${escapeHtml(institution.name)} · ${status}</p>
<h1>${escapeHtml(message)}</h1>
<a class="start" href="/">Go to the home page</a>
<p class="help">Still stuck? Write to <a href="mailto:${email}">${email}</a>.</p>`,
  })
}
