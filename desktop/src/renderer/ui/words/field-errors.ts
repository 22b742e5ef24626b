import type { ZodSafeParseResult } from 'zod'

/** The first sentence of each field at fault; empty when all is well. */
export function fieldErrors(parsed: ZodSafeParseResult<unknown>): Record<string, string> {
  if (parsed.success) return {}
  const found: Record<string, string> = {}
  for (const issue of parsed.error.issues) found[String(issue.path[0])] ??= issue.message
  return found
}
