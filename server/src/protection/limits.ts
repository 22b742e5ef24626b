import type { LimitName } from '@alumni/shared/protection'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What the guard knows of a request before it has a route: `path` is decoded, in lower case, without doubled slashes. */
export type Asked = { method: string; path: string }

/** `whom` is counted: the caller's address, or the e-mail address that the body names. A window begins with its first request. */
export type Limit = {
  name: LimitName
  max: number
  windowMs: number
  whom: 'address' | 'email'
  what: string
  counts(asked: Asked): boolean
}

/** The whole table. Every limit answers on every host, whether or not a route does. */
export const limits: readonly Limit[] = [
  { name: 'req/ip', max: 300, windowMs: 5 * minute, whom: 'address', what: 'All requests', counts: () => true },
  {
    name: 'assets/ip',
    max: 500,
    windowMs: minute,
    whom: 'address',
    what: 'Scripts, styles and pictures (/assets/)',
    counts: under('/assets/'),
  },
  {
    name: 'logins/ip',
    max: 5,
    windowMs: 20 * second,
    whom: 'address',
    what: 'Staff sign-ins',
    counts: posts('/login'),
  },
  {
    name: 'logins/email',
    max: 5,
    windowMs: 20 * second,
    whom: 'email',
    what: 'Staff sign-ins',
    counts: posts('/login'),
  },
  {
    name: 'champion-logins/ip',
    max: 5,
    windowMs: 20 * second,
    whom: 'address',
    what: 'Alumni’s sign-in links and codes',
    counts: posts('/profile-link', '/sign-in/code'),
  },
  {
    name: 'password-resets/ip',
    max: 3,
    windowMs: 30 * minute,
    whom: 'address',
    what: 'Forgotten passwords',
    counts: posts('/password-resets'),
  },
  {
    name: 'api/ip',
    max: 60,
    windowMs: minute,
    whom: 'address',
    what: 'Requests for data (/api/)',
    counts: under('/api/'),
  },
  {
    name: 'portal-signups/ip',
    max: 5,
    windowMs: 30 * minute,
    whom: 'address',
    what: 'New accounts',
    counts: posts('/'),
  },
  {
    name: 'portal-signups/email',
    max: 3,
    windowMs: 15 * minute,
    whom: 'email',
    what: 'New accounts',
    counts: posts('/'),
  },
  {
    name: 'email-check',
    max: 10,
    windowMs: hour,
    whom: 'address',
    what: 'Checks whether an e-mail address has signed up',
    counts: posts('/sign-up/email-check'),
  },
]

/** fail2ban/throttle-abuse: this many violations of any limits within the window, then 403 for `banMs`. */
export const banning = { violations: 10, windowMs: 10 * minute, banMs: hour }

function under(folder: string) {
  return ({ path }: Asked) => path.startsWith(folder)
}

function posts(...paths: string[]) {
  return ({ method, path }: Asked) => method === 'POST' && paths.includes(path)
}
