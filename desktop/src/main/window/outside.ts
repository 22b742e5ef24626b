import { appOrigin } from '../app-protocol/app-address.ts'

/** A path of the app itself, such as `/alumni/B00000001`; undefined for what is elsewhere. */
export function pathInApp(url: string): string | undefined {
  const parsed = parse(url)
  if (!parsed || `${parsed.protocol}//${parsed.host}` !== appOrigin) return undefined
  return parsed.pathname + parsed.search + parsed.hash
}

/**
 * Returns a URL for the operating system: web pages over https, letters and calls. The server's own pages that are
 * not the staff app's, such as the documentation of its API, are opened at the server. Undefined: nothing is opened.
 */
export function urlOutside(url: string, serverAddress: string | undefined): string | undefined {
  const parsed = parse(url)
  if (!parsed || parsed.username || parsed.password) return undefined
  const path = pathInApp(url)
  if (path !== undefined) return serverAddress && isServersOwn(path) ? new URL(path, serverAddress).href : undefined
  if (serverAddress && parsed.origin === serverAddress) return parsed.href
  if (parsed.protocol === 'mailto:' && ![...parsed.searchParams.keys()].every(isOfLetter)) return undefined
  return ['https:', 'mailto:', 'tel:'].includes(parsed.protocol) ? parsed.href : undefined
}

/** A link may set these. `attach` would add a file of this computer to the letter. */
function isOfLetter(field: string): boolean {
  return ['subject', 'body', 'to', 'cc', 'bcc'].includes(field.toLowerCase())
}

/** Pages of the server that the staff app has none for. */
export function isServersOwn(path: string): boolean {
  return /^\/(?:api|dev)(?:[/?#]|$)/.test(path)
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
