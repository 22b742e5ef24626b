import type { FormState } from '@alumni/shared/portal'

/** An address's query with other filters, without those that are blank: `?near=me`. */
export function queryWith(values: FormState['values'], changes: Record<string, string>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...values, ...changes }))
    for (const one of [value].flat()) if (one !== '') search.append(key, one)
  return `?${search}`
}
