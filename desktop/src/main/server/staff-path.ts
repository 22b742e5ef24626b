import { staffPaths } from '@alumni/shared/staff/paths'

/** Matches encoded letters, digits, `-`, `.`, `_` and `~`, which servers and proxies may decode differently. */
const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Returns whether the staff app may request the path. Refuses ambiguous paths, such as those with encoded slashes. */
export function isStaffPath(pathname: string): boolean {
  const isListed = staffPaths.some((path) => new RegExp(`^/${path}(?:\\.csv)?(?:/|$)`).test(pathname))
  return isListed && !encodedUnreserved.test(pathname) && !/\/\/|\\|%2f|%5c|%00/i.test(pathname)
}

export function canFollowRedirect(from: string, location: string): boolean {
  if (!URL.canParse(location, from)) return false
  const to = new URL(location, from)
  return to.origin === new URL(from).origin && isStaffPath(to.pathname)
}
