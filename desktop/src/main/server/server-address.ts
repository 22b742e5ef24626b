/** Parses an address that a user entered. The default scheme is https, or http for addresses of this computer. */
export function parseServerAddress(input: string): { origin: string } | { message: string } {
  const text = input.trim().replace(/(?<!\/)\/+$/, '')
  if (!text) return { message: 'Enter the address of your server.' }
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `${isLoopback(text.split(/[:/]/)[0]!) ? 'http' : 'https'}://${text}`
  const url = URL.parse?.(withScheme) ?? parse(withScheme)
  // Rejects `https//alumni.example.edu` and `https:/alumni.example.edu`, which parse with the host `https`.
  if (!url || !url.hostname || /^https?$/.test(url.hostname) || /\s/.test(text))
    return { message: 'This is not an address. An address looks like https://alumni.example.edu.' }
  const refusal = refusalOf(url)
  return refusal ? { message: refusal } : { origin: url.origin }
}

/** Returns whether the text is a valid server address in its normalized form, an origin without a path. */
export function isServerOrigin(text: string): boolean {
  const parsed = parseServerAddress(text)
  return 'origin' in parsed && parsed.origin === text
}

function refusalOf(url: URL): string | undefined {
  if (url.username || url.password) return 'Leave names and passwords out of the address.'
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'Only https is secure. Enter the address with https://.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address begins with https://.'
  if (/^champions\./i.test(url.hostname))
    return 'This is the alumni site. Enter the address of the staff site, without “champions”.'
  return undefined
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
