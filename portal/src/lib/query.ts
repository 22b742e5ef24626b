import type { FormState } from '@alumni/shared/portal'

/** Returns a query string such as `?near=me`, without empty values. */
export function queryWith(values: FormState['values'], changes: Record<string, string>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...values, ...changes }))
    for (const item of [value].flat()) if (item) search.append(key, item)
  return `?${search}`
}
