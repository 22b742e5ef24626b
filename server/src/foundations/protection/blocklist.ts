export type Target = { path: string; query: string }

/** Decodes the path once, lowercases it and removes repeated slashes, so that rules match every spelling. */
export function parseTarget(url: string | undefined): Target {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/is.exec(url ?? '') ?? []
  return {
    path: isPlain(path) ? path : `/${decodePercents(path).toLowerCase().replaceAll('\\', '/')}`.replace(/\/+/g, '/'),
    query,
  }
}

function isPlain(path: string): boolean {
  return /^(?:\/[a-z\d._:-]+)*\/?$/.test(path) && path !== ''
}

type BlockRule = 'scanner-path' | 'screenshot-cache-bust'

/** Paths that only vulnerability scanners request, in any folder. */
const scannerPath =
  /\/(?:wp-admin|wp-login\.php|wp-content|wp-includes|xmlrpc\.php|\.env|\.git|\.aws|config\.php|phpmyadmin|phpinfo\.php|cgi-bin)(?:[/.~]|$)/

export function findBlockRule({ path, query }: Target): BlockRule | undefined {
  if (scannerPath.test(path)) return 'scanner-path'
  if (query !== '' && decodePercents(query).toLowerCase().includes('screenshotcachebust'))
    return 'screenshot-cache-bust'
  return undefined
}

/** Leaves invalid sequences unchanged. */
function decodePercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}
