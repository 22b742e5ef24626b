/** A request's path as the router will read it, and its query as it came. */
export type Target = { path: string; query: string }

/**
 * Decoded once, in lower case and without doubled slashes, so that no spelling of a path escapes what is said of it.
 */
export function targetOf(url: string | undefined): Target {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/is.exec(url ?? '') ?? []
  return {
    path: isPlain(path) ? path : `/${decoded(path).toLowerCase().replaceAll('\\', '/')}`.replace(/\/+/g, '/'),
    query,
  }
}

/** Most paths are: they cost one look. */
function isPlain(path: string): boolean {
  return /^(?:\/[a-z\d._:-]+)*\/?$/.test(path) && path !== ''
}

/** The names of the rules, as the log says them. */
type BlockRule = 'scanner-path' | 'screenshot-cache-bust'

/**
 * Programs that look for holes ask for these, behind any folder and with anything after a slash, dot or tilde. Nothing
 * here is called so.
 */
const scannerPath =
  /\/(?:wp-admin|wp-login\.php|wp-content|wp-includes|xmlrpc\.php|\.env|\.git|\.aws|config\.php|phpmyadmin|phpinfo\.php|cgi-bin)(?:[/.~]|$)/

/** The rule that a request meets, if any. */
export function blockedBy({ path, query }: Target): BlockRule | undefined {
  if (scannerPath.test(path)) return 'scanner-path'
  if (query !== '' && decoded(query).toLowerCase().includes('screenshotcachebust')) return 'screenshot-cache-bust'
  return undefined
}

/** Leaves what cannot be decoded as it is, and decodes the rest of the path. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}
