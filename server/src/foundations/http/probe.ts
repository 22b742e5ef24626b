const paths = ['/up', '/ready']

export function isProbe(url = ''): boolean {
  return paths.includes(url.split('?', 1)[0]!)
}
