import type { ProtectionPage, ProtectionQuery } from '@alumni/shared/operations/protection'
import { readPage } from '../../foundations/database/read-page.ts'
import type { Guard, Violation } from '../../foundations/protection/index.ts'

/** The limits, who is locked out, and a page of the recent violations. */
export async function showProtection(
  guard: Pick<Guard, 'bans' | 'banning' | 'limits' | 'violations' | 'isShared'>,
  { q, limit, page }: ProtectionQuery,
): Promise<ProtectionPage> {
  const [bans, violations] = await Promise.all([guard.bans(), guard.violations()])
  const found = violations.filter(
    (violation) => (limit === undefined || violation.limit === limit) && isOf(violation, q),
  )
  const { rows, ...shown } = await readPage(page, {
    matching: found.length,
    read: ({ limit, offset }) => found.slice(offset, offset + limit),
  })
  return {
    limits: guard.limits.map(({ name, max, windowMs, whom, what }) => ({
      name,
      max,
      window_seconds: windowMs / 1000,
      whom,
      what,
    })),
    banning: {
      violations: guard.banning.max,
      window_seconds: guard.banning.windowMs / 1000,
      ban_seconds: guard.banning.banMs / 1000,
    },
    shared: guard.isShared,
    bans: bans.map(({ since, until, ...ban }) => ({
      ...ban,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
    })),
    violations: rows.map(({ at, ...violation }) => ({ ...violation, at: new Date(at).toISOString() })),
    ...shown,
    total: violations.length,
  }
}

function isOf({ address }: Violation, q: string | undefined): boolean {
  return q === undefined || address.startsWith(q.toLowerCase())
}
