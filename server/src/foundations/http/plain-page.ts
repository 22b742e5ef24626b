import type { Institution } from '@alumni/shared/institution'

type PlainPage = {
  /** Plain text. */
  title: string
  style: string
  /** HTML. */
  main: string
  /** The address of a script of ours that adds to what stands there. */
  script?: string
  /** The reply's, which its style needs. */
  nonce: string
}

/** A document that needs no script, for people who are not in one of the two apps. */
export function plainPage({ title, style, main, script, nonce }: PlainPage): string {
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

/** A page for errors of browser navigations. */
export function errorPage(sentence: string, status: number, institution: Institution, nonce: string): string {
  const email = escapeHtml(institution.support_email)
  return plainPage({
    title: `${status} – ${institution.name}`,
    nonce,
    style: `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1c1d21, #e9eaee); background: light-dark(#fff, #16171b) }
main { max-width: 32rem; padding: 2rem }
h1 { font-size: 22px; font-weight: 600; margin: 0 0 1rem }
p { margin: 0 0 1rem }
.status { color: light-dark(#5b5e66, #a3a6ae); font-variant-numeric: tabular-nums }
a { color: light-dark(${institution.color}, #e9eaee) }`,
    main: `
<p class="status">${escapeHtml(institution.name)} · ${status}</p>
<h1>${escapeHtml(sentence)}</h1>
<p><a href="/">Go to the start page</a> or write to <a href="mailto:${email}">${email}</a>.</p>`,
  })
}
