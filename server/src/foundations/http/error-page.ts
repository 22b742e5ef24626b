import type { Institution } from '@alumni/shared/institution'
import { escapeHtml, plainPage } from './plain-page.ts'

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
