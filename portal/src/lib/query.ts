import type { FormState } from '@alumni/shared/portal'

/** Returns the query with other filters and without blank ones: `?near=me`. */
export function queryWith(values: FormState['values'], changes: Record<string, string>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...values, ...changes }))
    for (const each of [value].flat()) if (each) search.append(key, each)
  return `?${search}`
}
