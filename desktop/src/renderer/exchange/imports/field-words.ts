import type { FieldCount } from '@alumni/shared/exchange/imports'

/** “Deceased”, “Deceased taken back”, “City added”, “City changed”, “City cleared”. */
export function fieldCountWords({ field, kind }: Pick<FieldCount, 'field' | 'kind'>, label: string): string {
  if (flags.has(field)) return kind === 'cleared' ? `${label} taken back` : label
  return `${label} ${{ set: 'added', changed: 'changed', cleared: 'cleared' }[kind]}`
}

const flags = new Set(['deceased', 'do_not_contact', 'do_not_email', 'current'])
