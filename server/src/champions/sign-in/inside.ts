import { localPath } from '@alumni/shared/staff/accounts'

/** Where a champion goes who is in: the page they were on their way to, else the hub. */
export function inside(returnTo: string | undefined): string {
  return returnTo ? localPath(returnTo) : '/profile'
}
