import type { LimitName } from '@alumni/shared/operations/protection'
import type { Config } from '../process/config.ts'

/** A request before routing. `path` is decoded, in lower case, and without repeated slashes. */
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

type LimitParts = [name: LimitName, config: Pick<Limit, 'max' | 'windowMs'>, label: string, counts: Limit['counts']]

/** Returns all limits with their configured numbers. They apply on every host and to paths without a route too. */
export function listLimits(config: Config): readonly Limit[] {
  return [
    limitAddress('req/ip', config.LIMIT_REQ_IP, 'All requests', () => true),
    limitAddress('assets/ip', config.LIMIT_ASSETS_IP, 'Scripts, styles and pictures (/assets/)', isBelow('/assets/')),
    limitAddress('logins/ip', config.LIMIT_LOGINS_IP, 'Staff sign-ins', isPostTo('/login')),
    limitEmail('logins/email', config.LIMIT_LOGINS_EMAIL, 'Staff sign-ins', isPostTo('/login')),
    limitAddress(
      'champion-logins/ip',
      config.LIMIT_CHAMPION_LOGINS_IP,
      'Alumni sign-in links and codes',
      isPostTo('/profile-link', '/sign-in/code'),
    ),
    limitAddress(
      'password-resets/ip',
      config.LIMIT_PASSWORD_RESETS_IP,
      'Forgotten passwords',
      isPostTo('/password-resets'),
    ),
    limitAddress('api/ip', config.LIMIT_API_IP, 'Requests for data (/api/)', isBelow('/api/')),
    limitAddress('portal-signups/ip', config.LIMIT_PORTAL_SIGNUPS_IP, 'New accounts', isPostTo('/')),
    limitEmail('portal-signups/email', config.LIMIT_PORTAL_SIGNUPS_EMAIL, 'New accounts', isPostTo('/')),
    limitAddress(
      'email-check',
      config.LIMIT_EMAIL_CHECK,
      'Checks whether an e-mail address has signed up',
      isPostTo('/sign-up/email-check'),
    ),
  ]
}

function limitAddress(...[name, { max, windowMs }, label, counts]: LimitParts): Limit {
  return { name, max, windowMs, whom: 'address', what: label, counts }
}

function limitEmail(...parts: LimitParts): Limit {
  return { ...limitAddress(...parts), whom: 'email' }
}

/** Bans an address for `banMs` when it has violated limits `max` times within `windowMs`. */
export type BanRule = { max: number; windowMs: number; banMs: number }

export function getBanRule(config: Config): BanRule {
  return { ...config.LIMIT_THROTTLE_ABUSE, banMs: 60 * 60_000 }
}

function isBelow(folder: string) {
  return ({ path }: LimitedRequest) => path.startsWith(folder)
}

function isPostTo(...paths: string[]) {
  return ({ method, path }: LimitedRequest) => method === 'POST' && paths.includes(path)
}
