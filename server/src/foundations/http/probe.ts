const paths = ['/up', '/ready']

/** Returns whether a URL is that of a health check, which limits and logs treat differently. */
export function isProbe(url = ''): boolean {
  return paths.includes(url.split('?', 1)[0]!)
}
