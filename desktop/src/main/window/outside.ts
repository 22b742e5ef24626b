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

/**
 * Whether an address needs no question before it is opened: letters and calls, the server, and the alumni’s site, whose
 * host begins with `champions` and is beside or below the server’s.
 */
export function isInstitutionsOwn(url: string, serverAddress: string | undefined): boolean {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  if (!serverAddress) return false
  const own = new URL(serverAddress).hostname
  const domain = domainOf(hostname)
  const isAlumniSite = hostname.startsWith('champions') && domain !== undefined
  return hostname === own || (isAlumniSite && [own, domainOf(own)].includes(domain))
}

/** `example.edu` of `alumni.example.edu`; undefined where that would be a top-level domain. */
function domainOf(hostname: string): string | undefined {
  const domain = hostname.slice(hostname.indexOf('.') + 1)
  return domain.includes('.') ? domain : undefined
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
