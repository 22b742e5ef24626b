import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'

export const limitNames = [
  'req/ip',
  'assets/ip',
  'logins/ip',
  'logins/email',
  'champion-logins/ip',
  'password-resets/ip',
  'api/ip',
  'portal-signups/ip',
  'portal-signups/email',
  'email-check',
] as const
export type LimitName = (typeof limitNames)[number]

/** Violations are deleted after this time, because addresses are personal data. */
export const violationHours = 24

export const protectionQuery = z.object({
  q: z.string().trim().max(50, 'Search for at most 50 characters.').optional(),
  limit: z.enum(limitNames, 'There is no such limit.').optional(),
  page: pageNumber,
})
export type ProtectionQuery = z.infer<typeof protectionQuery>

export const shownLimit = z.object({
  name: z.enum(limitNames),
  max: z.number().int(),
  window_seconds: z.number().int(),
  whom: z.enum(['address', 'email']),
  what: z.string(),
})
export type ShownLimit = z.infer<typeof shownLimit>

export const ban = z.object({
  address: z.string(),
  since: z.string(),
  until: z.string(),
  limit: z.enum(limitNames),
  violations: z.number().int(),
})
export type ShownBan = z.infer<typeof ban>

/** `at` is the time of the last violation; `address` is the network address, even for limits per e-mail address. */
export const violation = z.object({
  address: z.string(),
  limit: z.enum(limitNames),
  at: z.string(),
  count: z.number().int(),
})
export type ShownViolation = z.infer<typeof violation>

export const protectionPage = z.object({
  limits: z.array(shownLimit),
  banning: z.object({ violations: z.number().int(), window_seconds: z.number().int(), ban_seconds: z.number().int() }),
  shared: z.enum(['yes', 'no', 'interrupted']),
  bans: z.array(ban),
  violations: z.array(violation),
  ...pageMembers,
  total: z.number().int(),
})
export type ProtectionPage = z.infer<typeof protectionPage>

export const liftReply = z.object({ lifted: z.string() })
