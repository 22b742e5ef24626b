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
