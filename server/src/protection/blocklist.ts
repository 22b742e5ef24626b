import { decoded, type Target } from './request-path.ts'

/** The names of the rules, as the log says them. */
type BlockRule = 'scanner-path' | 'screenshot-cache-bust'

/** Programs that look for holes ask for these, behind any folder and with anything after a slash, dot or tilde. Nothing here is called so. */
const scannerPath =
  /\/(?:wp-admin|wp-login\.php|wp-content|wp-includes|xmlrpc\.php|\.env|\.git|\.aws|config\.php|phpmyadmin|phpinfo\.php|cgi-bin)(?:[/.~]|$)/

/** The rule that a request meets, if any. */
export function blockedBy({ path, query }: Target): BlockRule | undefined {
  if (scannerPath.test(path)) return 'scanner-path'
  if (query !== '' && decoded(query).toLowerCase().includes('screenshotcachebust')) return 'screenshot-cache-bust'
  return undefined
}
