/** Returns whether `Accept` rates `text/html` at least as high as JSON, as browsers do when they navigate. */
export function prefersHtml(accept: string | undefined): boolean {
  const html = readQuality(accept, 'text/html')
  return html > 0 && html >= readQuality(accept, 'application/json')
}

function readQuality(accept: string | undefined, type: string): number {
  for (const part of (accept ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    return Number.isFinite(value) ? value : 0
  }
  return 0
}
