import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import proxyAddr from '@fastify/proxy-addr'
import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import { z } from 'zod'
import { findContradictions } from './contradictions.ts'

export const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url))

const text = z.string().trim().min(1)
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())
const flag = (defaultValue: boolean) =>
  optional(z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')).transform(
    (value) => value ?? defaultValue,
  )
const wholeNumber = (defaultValue: number, min = 1, max = Number.MAX_SAFE_INTEGER) =>
  optional(
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`),
  ).transform((value) => value ?? defaultValue)
const port = z.coerce
  .number('must be a port such as 9464')
  .int('must be a port such as 9464')
  .min(0, 'must be at least 0')
  .max(65_535, 'must be at most 65535')
const url = (...protocols: string[]) =>
  text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  )
const origin = url('http:', 'https:').transform((value) => new URL(value).origin)

const secondsOf = { s: 1, m: 60, h: 3600 }
/** Parses a rate limit such as `300/5m`. `minimum` is also the default. */
const limit = (minimum: string) =>
  optional(
    z
      .string()
      .regex(limitForm, `must be a number and a window such as ${minimum}`)
      .transform(readLimit)
      .refine(
        ({ max, windowMs }) => max >= readLimit(minimum).max && windowMs >= readLimit(minimum).windowMs,
        `must be at least ${minimum}, the number and the window`,
      )
      .refine(({ max, windowMs }) => max <= 1e9 && windowMs <= 24 * 3600_000, 'must be at most 1000000000/24h'),
  ).transform((value) => value ?? readLimit(minimum))
const limitForm = /^\s*(\d{1,12})\s*\/\s*(\d{1,12})\s*([smh])\s*$/
function readLimit(text: string): { max: number; windowMs: number } {
  const [, max, count, unit] = limitForm.exec(text)!
  return { max: Number(max), windowMs: Number(count) * secondsOf[unit as keyof typeof secondsOf] * 1000 }
}

export const defaultInstitution = {
  name: 'Bayside University',
  short_name: 'Bayside',
  support_email: 'alumni@example.edu',
}

const backupVariables = {
  BACKUP_URL: optional(
    z.union([z.literal('none'), url('s3:', 'file:')], 'must be none, or a URL that begins with s3:// or file://'),
  ),
  BACKUP_RECIPIENTS: optional(
    text.regex(/^age1[a-z0-9]+(\s*,\s*age1[a-z0-9]+)*$/, 'must list public keys of age (age1…), separated by commas'),
  ).transform((value): string[] => value?.match(/[^\s,]+/g) ?? []),
  BACKUP_IDENTITY: optional(text),
  BACKUP_SCHEDULE: optional(
    text.regex(
      /^(off|([01]\d|2[0-3]):[0-5]\d(\s*,\s*([01]\d|2[0-3]):[0-5]\d)*)$/,
      'must list times of day such as 02:30, separated by commas, or be off',
    ),
  ).transform((value = '02:30') => (value === 'off' ? [] : value.match(/[^\s,]+/g)!.toSorted())),
  BACKUP_KEEP: optional(
    text.regex(/^\d{1,3}d,\d{1,3}w,\d{1,3}m$/, 'must be numbers of days, weeks and months such as 7d,5w,6m'),
  ).transform((value = '7d,5w,6m') => {
    const [days, weeks, months] = value.split(',').map((part) => Number.parseInt(part, 10)) as [number, number, number]
    return { days, weeks, months }
  }),
  PG_BIN: optional(text),
}

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  MIGRATION_DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  DATABASE_POOL: optional(
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(3, 'must be at least 3')
      .max(100, 'must be at most 100'),
  ),
  MIGRATE_ON_START: flag(true),
  MONGODB_URL: optional(url('mongodb:', 'mongodb+srv:')),
  REDIS_URL: optional(url('redis:', 'rediss:')),
  STORAGE_URL: optional(url('s3:', 'file:')),
  ...backupVariables,
  SMTP_URL: optional(url('smtp:', 'smtps:')),
  GOOGLE_CLIENT_ID: optional(text),
  GOOGLE_CLIENT_SECRET: optional(text),
  STAFF_GOOGLE_HOSTED_DOMAIN: optional(text),
  SESSION_SECRET: optional(text.min(32, 'must have at least 32 characters')),
  SESSION_SECRET_PREVIOUS: optional(text.min(32, 'must have at least 32 characters')),
  PUBLIC_URL: optional(
    origin.refine((url) => !isChampionsUrl(url), 'must not begin with champions: that is the alumni’s site'),
  ),
  CHAMPIONS_URL: optional(
    origin.refine(isChampionsUrl, 'must have a host that begins with champions, such as https://champions.example.edu'),
  ),
  INSTITUTION_NAME: optional(text).transform((value) => value ?? defaultInstitution.name),
  INSTITUTION_SHORT_NAME: optional(text).transform((value) => value ?? defaultInstitution.short_name),
  INSTITUTION_COLOR: optional(z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b5c5c')).transform(
    (value) => darkenForWhiteText(value ?? '#0b5c5c'),
  ),
  INSTITUTION_LOGO_URL: optional(url('https:', 'http:')),
  INSTITUTION_TIME_ZONE: optional(
    text.refine(
      (name) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC',
      'must be a time zone such as America/New_York',
    ),
  ).transform((value) => value ?? 'America/New_York'),
  SUPPORT_EMAIL: optional(z.email('must be an e-mail address')).transform(
    (value) => value ?? defaultInstitution.support_email,
  ),
  INSTITUTION_ADDRESS: optional(text),
  DKIM_SELECTOR: optional(text),
  LIST_LETTERS_PER_MINUTE: wholeNumber(120),
  LIST_LETTERS_STAFF_MAX: wholeNumber(200, 0),
  LIST_LETTERS_SECOND_PERSON_ABOVE: optional(
    z.coerce.number('must be a whole number').int('must be a whole number').min(0, 'must be at least 0'),
  ),
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: optional(text),
  MONITOR_PORT: optional(port),
  MONITOR_HOST: optional(z.union([z.ipv4(), z.ipv6()], 'must be an address of this machine such as 127.0.0.1')),
  TRUST_PROXY: optional(text)
    .transform(
      (value) =>
        value
          ?.split(',')
          .map((part) => part.trim())
          .filter(Boolean) ?? [],
    )
    .refine(
      (proxies) => proxies.every(isProxyName),
      'must list addresses or networks such as 10.0.0.7, 10.0.0.0/8, separated by commas',
    ),
  FISCAL_YEAR_START: optional(
    z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, 'must be a month and day such as 07-01'),
  ).transform((value) => value ?? '07-01'),
  MAX_UPLOAD_MB: wholeNumber(500),
  CRM_COLUMNS: optional(
    z
      .string()
      .regex(
        /^\s*[a-z_]+\s*=\s*\w+\s*(,\s*[a-z_]+\s*=\s*\w+\s*)*$/,
        'must list fields and columns such as do_not_contact=hed__Do_Not_Contact__c, separated by commas',
      )
      .transform(
        (text) =>
          new Map(text.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string])),
      ),
  ).transform((value) => value ?? new Map<string, string>()),
  MAX_RUNNING_REQUESTS: wholeNumber(500, 1),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(1000, 0),
  RACK_TIMEOUT_SERVICE_TIMEOUT: wholeNumber(25),
  SLOW_REQUEST_THRESHOLD_MS: wholeNumber(5000, 0),
  SLOW_ASSET_THRESHOLD_MS: wholeNumber(3000, 0),
  LOG_ASSET_REQUESTS: flag(false),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])).transform(
    (value) => value ?? 'info',
  ),
  INTERNAL_API_REQUIRES_LOGIN: flag(false),
  SAFELIST_LOOPBACK: flag(true),
  LIMIT_REQ_IP: limit('300/5m'),
  LIMIT_ASSETS_IP: limit('500/1m'),
  LIMIT_LOGINS_IP: limit('5/20s'),
  LIMIT_LOGINS_EMAIL: limit('5/20s'),
  LIMIT_CHAMPION_LOGINS_IP: limit('5/20s'),
  LIMIT_PASSWORD_RESETS_IP: limit('3/30m'),
  LIMIT_API_IP: limit('60/1m'),
  LIMIT_PORTAL_SIGNUPS_IP: limit('5/30m'),
  LIMIT_PORTAL_SIGNUPS_EMAIL: limit('3/15m'),
  LIMIT_EMAIL_CHECK: limit('10/1h'),
  LIMIT_THROTTLE_ABUSE: limit('10/10m'),
  SHUTDOWN_DELAY_MS: optional(
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(120_000, 'must be at most 120000'),
  ),
  REPOSITORY_URL: optional(url('https:', 'http:')),
  RELEASE_COMMIT: optional(text),
  DEPLOYED_AT: optional(z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-20T12:00:00Z' })),
  DEMO_PASSWORD: optional(text.min(15, 'must have at least 15 characters')),
  DATA_DIR: optional(text).transform((value) => (value ? resolve(value) : `${projectRoot}.data`)),
})

/** Returns whether a host name belongs to the alumni site, because its first part is `champions`. */
export function isChampionsHost(host: string): boolean {
  return /^champions(?:[.:]|$)/i.test(host.trim())
}

function isChampionsUrl(url: string): boolean {
  return isChampionsHost(new URL(url).host)
}

/** Accepts an address, a network (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`. */
function isProxyName(name: string): boolean {
  if (!isIP(name.split('/', 1)[0]!) && !['loopback', 'linklocal', 'uniquelocal'].includes(name)) return false
  try {
    return Boolean(proxyAddr.compile(name))
  } catch {
    return false
  }
}

extend([a11y])

/** Darkens a color in small steps until white text on it has a contrast of 4.5 : 1 (WCAG 2.2 AA). */
function darkenForWhiteText(hex: string): string {
  let color = colord(hex)
  while (color.contrast('#fff') < 4.5) color = color.darken(0.01)
  return color.toHex()
}

export type Config = ReturnType<typeof readConfig>

/** Throws `ConfigError` with all problems. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = environment.safeParse(env)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  problems.push(...findContradictions(env))
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems)
  const values = parsed.data
  const isProduction = values.NODE_ENV === 'production'
  return {
    ...values,
    isProduction,
    backsUpElsewhere: values.BACKUP_URL === 'none',
    BACKUP_URL: values.BACKUP_URL === 'none' ? undefined : values.BACKUP_URL,
    // `/up` fails for this long before the server closes, so that load balancers notice.
    SHUTDOWN_DELAY_MS: values.SHUTDOWN_DELAY_MS ?? (isProduction ? 5000 : 0),
    HOST: values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    MONITOR_HOST: values.MONITOR_HOST ?? '127.0.0.1',
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    CHAMPIONS_URL: values.CHAMPIONS_URL ?? `http://champions.localhost:${values.PORT}`,
    SESSION_SECRET: values.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    institution: {
      name: values.INSTITUTION_NAME,
      short_name: values.INSTITUTION_SHORT_NAME,
      color: values.INSTITUTION_COLOR,
      logo_url: values.INSTITUTION_LOGO_URL ?? null,
      support_email: values.SUPPORT_EMAIL,
      time_zone: values.INSTITUTION_TIME_ZONE,
    },
  }
}

export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}
