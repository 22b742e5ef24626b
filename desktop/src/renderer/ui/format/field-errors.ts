import type { ZodSafeParseResult } from 'zod'

export function collectFieldErrors(parsed: ZodSafeParseResult<unknown>): Record<string, string> {
  if (parsed.success) return {}
  const found: Record<string, string> = {}
  for (const issue of parsed.error.issues) found[String(issue.path[0])] ??= issue.message
  return found
}
