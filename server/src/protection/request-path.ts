/** A request's path as the router will read it, and its query as it came. */
export type Target = { path: string; query: string }

/** Decoded once, in lower case and without doubled slashes, so that no spelling of a path escapes what is said of it. */
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

/** What cannot be decoded stays as it is; the rest of the path is still read. */
export function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}
