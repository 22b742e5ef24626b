/** Renders data for a page's script in an element that browsers do not execute. */
export function renderJsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
