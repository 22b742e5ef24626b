import type { LimitName } from '@alumni/shared/operations/protection'
import type { Config } from '../process/config.ts'

/** A request before routing: `path` is decoded, in lower case, without doubled slashes. */
export type LimitedRequest = { method: string; path: string }

/** A rate limit per client address, or per e-mail address in the body. A window starts with its first request. */
export type Limit = {
  name: LimitName
  max: number
  windowMs: number
  whom: 'address' | 'email'
  what: string
  counts(request: LimitedRequest): boolean
}

/** Returns all limits with their configured numbers. Each applies on every host, whether or not a route exists. */
export function listLimits(config: Config): readonly Limit[] {
  return [
    { name: 'req/ip', ...config.LIMIT_REQ_IP, whom: 'address', what: 'All requests', counts: () => true },
    {
      name: 'assets/ip',
      ...config.LIMIT_ASSETS_IP,
      whom: 'address',
      what: 'Scripts, styles and pictures (/assets/)',
      counts: matchesFolder('/assets/'),
    },
    {
      name: 'logins/ip',
      ...config.LIMIT_LOGINS_IP,
      whom: 'address',
      what: 'Staff sign-ins',
      counts: matchesPosts('/login'),
    },
    {
      name: 'logins/email',
      ...config.LIMIT_LOGINS_EMAIL,
      whom: 'email',
      what: 'Staff sign-ins',
      counts: matchesPosts('/login'),
    },
    {
      name: 'champion-logins/ip',
      ...config.LIMIT_CHAMPION_LOGINS_IP,
      whom: 'address',
      what: 'Alumni sign-in links and codes',
      counts: matchesPosts('/profile-link', '/sign-in/code'),
    },
    {
      name: 'password-resets/ip',
      ...config.LIMIT_PASSWORD_RESETS_IP,
      whom: 'address',
      what: 'Forgotten passwords',
      counts: matchesPosts('/password-resets'),
    },
    {
      name: 'api/ip',
      ...config.LIMIT_API_IP,
      whom: 'address',
      what: 'Requests for data (/api/)',
      counts: matchesFolder('/api/'),
    },
    {
      name: 'portal-signups/ip',
      ...config.LIMIT_PORTAL_SIGNUPS_IP,
      whom: 'address',
      what: 'New accounts',
      counts: matchesPosts('/'),
    },
    {
      name: 'portal-signups/email',
      ...config.LIMIT_PORTAL_SIGNUPS_EMAIL,
      whom: 'email',
      what: 'New accounts',
      counts: matchesPosts('/'),
    },
    {
      name: 'email-check',
      ...config.LIMIT_EMAIL_CHECK,
      whom: 'address',
      what: 'Checks whether an e-mail address has signed up',
      counts: matchesPosts('/sign-up/email-check'),
    },
  ]
}

/** The `max`-th violation of any limits within the window bans an address for `banMs`. */
export type Banning = { max: number; windowMs: number; banMs: number }

export function getBanning(config: Config): Banning {
  return { ...config.LIMIT_THROTTLE_ABUSE, banMs: 60 * 60_000 }
}

function matchesFolder(folder: string) {
  return ({ path }: LimitedRequest) => path.startsWith(folder)
}

function matchesPosts(...paths: string[]) {
  return ({ method, path }: LimitedRequest) => method === 'POST' && paths.includes(path)
}
