import { z } from 'zod'
import { searchWords } from '../page.ts'

const day = z.iso.date('The day is a date such as 2026-07-01.')

/**
 * Filters of `/settings/audit_log`. Each word of `q` begins a word of the entry; `before` is the id under which the
 * page begins.
 */
export const auditQuery = z.object({
  q: searchWords,
  who: z.coerce.number().int().min(0).optional().catch(undefined),
  action: z.string().max(100).optional().catch(undefined),
  subject: z.string().trim().max(200).optional().catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  before: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** `who=0` asks for what the service did by itself. */
export const byService = 0
export const countedAtMost = 10_000

/**
 * An action. `address` is where it came from; `page` leads to its subject, where that has a page; `name` is the
 * subject's name now.
 */
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  who: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  name: z.string().nullable(),
  page: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AuditEntry = z.infer<typeof auditEntry>

/**
 * `GET /settings/audit_log` as JSON. `matching` is counted up to `countedAtMost`, or fewer where words are frequent;
 * `next` is the `before` of the older page.
 */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  matching: z.number().int(),
  isCounted: z.boolean(),
  next: z.number().int().nullable(),
  people: z.array(z.object({ id: z.number().int(), name: z.string() })),
  actions: z.array(z.string()),
  links: z.object({ csv: z.string() }),
})
export type AuditPage = z.infer<typeof auditPage>
