import type { LimitName } from '@alumni/shared/operations/protection'
import type { Config } from '../process/config.ts'

/** The guard's view of a request before it has a route: `path` is decoded, in lower case, without doubled slashes. */
export type Asked = { method: string; path: string }

/**
 * `whom` is counted: the caller's address, or the e-mail address that the body names. A window begins with its first
 * request.
 */
export type Limit = {
  name: LimitName
  max: number
  windowMs: number
  whom: 'address' | 'email'
  what: string
  counts(asked: Asked): boolean
}

/**
 * The whole table, with the numbers of the configuration. Every limit answers on every host, whether or not a route
 * does.
 */
export function limitsOf(config: Config): readonly Limit[] {
  return [
    { name: 'req/ip', ...config.LIMIT_REQ_IP, whom: 'address', what: 'All requests', counts: () => true },
    {
      name: 'assets/ip',
      ...config.LIMIT_ASSETS_IP,
      whom: 'address',
      what: 'Scripts, styles and pictures (/assets/)',
      counts: under('/assets/'),
    },
    { name: 'logins/ip', ...config.LIMIT_LOGINS_IP, whom: 'address', what: 'Staff sign-ins', counts: posts('/login') },
    {
      name: 'logins/email',
      ...config.LIMIT_LOGINS_EMAIL,
      whom: 'email',
      what: 'Staff sign-ins',
      counts: posts('/login'),
    },
    {
      name: 'champion-logins/ip',
      ...config.LIMIT_CHAMPION_LOGINS_IP,
      whom: 'address',
      what: 'Alumni sign-in links and codes',
      counts: posts('/profile-link', '/sign-in/code'),
    },
    {
      name: 'password-resets/ip',
      ...config.LIMIT_PASSWORD_RESETS_IP,
      whom: 'address',
      what: 'Forgotten passwords',
      counts: posts('/password-resets'),
    },
    {
      name: 'api/ip',
      ...config.LIMIT_API_IP,
      whom: 'address',
      what: 'Requests for data (/api/)',
      counts: under('/api/'),
    },
    {
      name: 'portal-signups/ip',
      ...config.LIMIT_PORTAL_SIGNUPS_IP,
      whom: 'address',
      what: 'New accounts',
      counts: posts('/'),
    },
    {
      name: 'portal-signups/email',
      ...config.LIMIT_PORTAL_SIGNUPS_EMAIL,
      whom: 'email',
      what: 'New accounts',
      counts: posts('/'),
    },
    {
      name: 'email-check',
      ...config.LIMIT_EMAIL_CHECK,
      whom: 'address',
      what: 'Checks whether an e-mail address has signed up',
      counts: posts('/sign-up/email-check'),
    },
  ]
}

/** fail2ban/throttle-abuse: the `max`-th violation of any limits within the window locks an address out for `banMs`. */
export type Banning = { max: number; windowMs: number; banMs: number }

export function banningOf(config: Config): Banning {
  return { ...config.LIMIT_THROTTLE_ABUSE, banMs: 60 * 60_000 }
}

function under(folder: string) {
  return ({ path }: Asked) => path.startsWith(folder)
}

function posts(...paths: string[]) {
  return ({ method, path }: Asked) => method === 'POST' && paths.includes(path)
}
