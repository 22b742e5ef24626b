import type { AlumnusField } from '@alumni/shared/alumni'

/** Fields that are true or false; no value is false. */
export const flags: ReadonlySet<AlumnusField> = new Set<AlumnusField>(['deceased', 'do_not_contact', 'do_not_email'])
