const paths = ['/up', '/ready']

/** Whether a balancer asks for this, which is never limited and answered however much there is to do. */
export function isProbe(url = ''): boolean {
  return paths.includes(url.split('?', 1)[0]!)
}
