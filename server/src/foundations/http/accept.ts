/** Whether a browser navigation asks: `text/html` is named and liked at least as much as JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const html = quality(accept, 'text/html')
  return html > 0 && html >= quality(accept, 'application/json')
}

function quality(accept: string | undefined, type: string): number {
  for (const part of (accept ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    return Number.isFinite(value) ? value : 0
  }
  return 0
}
