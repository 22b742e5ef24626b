import { appOrigin } from '../app-protocol/app-address.ts'

/** Returns the path, query and hash of an app URL, such as `/alumni/B00000001`, or undefined for other URLs. */
export function toAppPath(url: string): string | undefined {
  const parsed = parse(url)
  if (!parsed || `${parsed.protocol}//${parsed.host}` !== appOrigin) return undefined
  return parsed.pathname + parsed.search + parsed.hash
}

/**
 * Returns the URL to open outside the app, or undefined if the URL is not allowed. Allows https pages, e-mail
 * addresses, phone numbers, and the server's pages outside the staff app.
 */
export function toExternalUrl(url: string, serverAddress: string | undefined): string | undefined {
  const parsed = parse(url)
  if (!parsed || parsed.username || parsed.password) return undefined
  const path = toAppPath(url)
  if (path !== undefined) return serverAddress && isServerPath(path) ? new URL(path, serverAddress).href : undefined
  if (serverAddress && parsed.origin === serverAddress) return parsed.href
  if (parsed.protocol === 'mailto:' && ![...parsed.searchParams.keys()].every(isAllowedMailField)) return undefined
  return ['https:', 'mailto:', 'tel:'].includes(parsed.protocol) ? parsed.href : undefined
}

/**
 * Returns whether a URL opens without confirmation: an e-mail address, a phone number, a page on the server, or a page
 * on the alumni site, which is a `champions…` host in the same domain.
 */
export function isTrustedUrl(url: string, serverAddress: string | undefined): boolean {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  if (!serverAddress) return false
  const serverHost = new URL(serverAddress).hostname
  const domain = domainOf(hostname)
  const isAlumniSite = hostname.startsWith('champions') && domain !== undefined
  return hostname === serverHost || (isAlumniSite && [serverHost, domainOf(serverHost)].includes(domain))
}

/** Returns the parent domain (`example.edu` for `alumni.example.edu`), or undefined if that is a top-level domain. */
function domainOf(hostname: string): string | undefined {
  const domain = hostname.slice(hostname.indexOf('.') + 1)
  return domain.includes('.') ? domain : undefined
}

/** Other fields are refused, such as `attach`, which would attach a local file. */
function isAllowedMailField(field: string): boolean {
  return ['subject', 'body', 'to', 'cc', 'bcc'].includes(field.toLowerCase())
}

export function isServerPath(path: string): boolean {
  return /^\/(?:api|dev)(?:[/?#]|$)/.test(path)
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
