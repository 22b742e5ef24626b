const paths = ['/up', '/ready']

/** Returns whether a URL is a health check. Health checks are never refused. */
export function isProbe(url = ''): boolean {
  return paths.includes(url.split('?', 1)[0]!)
}
