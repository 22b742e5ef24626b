import { staffPaths } from '@alumni/shared/staff/paths'

/** A letter, digit, `-`, `.`, `_` or `~` has one way to be written; encoded, servers and proxies may read it differently. */
const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Only paths that the staff app asks for are allowed; a server may read an encoded slash as one. */
export function isStaffPath(pathname: string): boolean {
  const isListed = staffPaths.some((path) => new RegExp(`^/${path}(?:\\.csv)?(?:/|$)`).test(pathname))
  return isListed && !encodedUnreserved.test(pathname) && !/\/\/|\\|%2f|%5c|%00/i.test(pathname)
}

/** A server leads from an old address to the right one, never to another server. */
export function mayFollow(from: string, location: string): boolean {
  if (!URL.canParse(location, from)) return false
  const to = new URL(location, from)
  return to.origin === new URL(from).origin && isStaffPath(to.pathname)
}
