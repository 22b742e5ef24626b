import { appOrigin } from '../app-protocol/app-address.ts'

/** Returns a path of the app such as `/alumni/B00000001`, or undefined for other URLs. */
export function pathInApp(url: string): string | undefined {
  const parsed = parse(url)
  if (!parsed || `${parsed.protocol}//${parsed.host}` !== appOrigin) return undefined
  return parsed.pathname + parsed.search + parsed.hash
}

/** Returns a URL to open outside the app: an https page, e-mail address, phone number or other page of the server. */
export function toExternalUrl(url: string, serverAddress: string | undefined): string | undefined {
  const parsed = parse(url)
  if (!parsed || parsed.username || parsed.password) return undefined
  const path = pathInApp(url)
  if (path !== undefined) return serverAddress && isServerPath(path) ? new URL(path, serverAddress).href : undefined
  if (serverAddress && parsed.origin === serverAddress) return parsed.href
  if (parsed.protocol === 'mailto:' && ![...parsed.searchParams.keys()].every(isOfLetter)) return undefined
  return ['https:', 'mailto:', 'tel:'].includes(parsed.protocol) ? parsed.href : undefined
}

/** Returns whether a URL opens without confirmation: e-mail, phone, the server, or a `champions…` host of its domain. */
export function isTrustedUrl(url: string, serverAddress: string | undefined): boolean {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  if (!serverAddress) return false
  const serverHost = new URL(serverAddress).hostname
  const domain = domainOf(hostname)
  const isAlumniSite = hostname.startsWith('champions') && domain !== undefined
  return hostname === serverHost || (isAlumniSite && [serverHost, domainOf(serverHost)].includes(domain))
}

/** Returns `example.edu` for `alumni.example.edu`, and undefined for a top-level domain. */
function domainOf(hostname: string): string | undefined {
  const domain = hostname.slice(hostname.indexOf('.') + 1)
  return domain.includes('.') ? domain : undefined
}

/** Fields that a mail link may set; `attach` would attach a local file. */
function isOfLetter(field: string): boolean {
  return ['subject', 'body', 'to', 'cc', 'bcc'].includes(field.toLowerCase())
}

/** Returns whether the server itself answers a path of the app's origin, which the app does not show. */
export function isServerPath(path: string): boolean {
  return /^\/(?:api|dev)(?:[/?#]|$)/.test(path)
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
