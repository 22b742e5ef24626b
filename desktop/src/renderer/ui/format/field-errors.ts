import type { ZodSafeParseResult } from 'zod'

/** Returns the first error message of each top-level field, or {} if the values are valid. */
export function collectFieldErrors(parsed: ZodSafeParseResult<unknown>): Record<string, string> {
  if (parsed.success) return {}
  const found: Record<string, string> = {}
  for (const issue of parsed.error.issues) found[String(issue.path[0])] ??= issue.message
  return found
}
