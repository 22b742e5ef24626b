import { z } from 'zod'
import { searchText } from '../page.ts'

const day = z.iso.date('The day is a date such as 2026-07-01.')

/** `q` matches prefixes of words; `before` is the ID of the last entry of the previous page. */
export const auditQuery = z.object({
  q: searchText,
  who: z.coerce.number().int().min(0).optional().catch(undefined),
  action: z.string().max(100).optional().catch(undefined),
  subject: z.string().trim().max(200).optional().catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  before: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type AuditQuery = z.infer<typeof auditQuery>

export const serviceActor = 0
export const maxCountedEntries = 10_000

/** `address` is the user's network address; `page` and `name` are the subject's path and current name. */
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
 * `matching` is capped at `maxCountedEntries`, and lower for frequent words; `isCounted` is false if there are more.
 * `next` is the `before` of the next page.
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
