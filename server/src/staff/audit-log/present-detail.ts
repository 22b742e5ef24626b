import type { AuditEntry } from '@alumni/shared/staff/audit-log'

type PresentedDetail = Pick<AuditEntry, 'changes' | 'facts'>

/** Extracts changes from `{ before, after }` or `{ fields: { name: [before, after] } }`. Other members become facts. */
export function presentDetail(detail: Record<string, unknown>): PresentedDetail {
  const { before, after, fields, ...rest } = detail
  const changes = [...(isRecord(fields) ? fromFields(fields) : []), ...fromRecords(before, after)]
  const others = isRecord(fields) || fields === undefined ? rest : { ...rest, fields }
  return {
    changes,
    facts: Object.entries(others).flatMap(([name, value]) => {
      const text = describe(value)
      return text === null ? [] : [{ name: name.replaceAll('_', ' '), value: text }]
    }),
  }
}

function fromFields(fields: Record<string, unknown>): PresentedDetail['changes'] {
  return Object.entries(fields).map(([field, change]) => {
    const [before, after] = Array.isArray(change) ? change : [undefined, change]
    return { field, before: describe(before), after: describe(after) }
  })
}

function fromRecords(before: unknown, after: unknown): PresentedDetail['changes'] {
  const [oldRecord, newRecord] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  if (!isRecord(before) && !isRecord(after))
    return before === undefined && after === undefined
      ? []
      : [{ field: '', before: describe(before), after: describe(after) }]
  return [...new Set([...Object.keys(oldRecord), ...Object.keys(newRecord)])]
    .map((field) => ({ field, before: describe(oldRecord[field]), after: describe(newRecord[field]) }))
    .filter((change) => change.before !== change.after)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((member) => describe(member) ?? '').join(', ')
  const parts = Object.entries(value).flatMap(([name, part]) =>
    describe(part) === null ? [] : [`${name} ${describe(part)}`],
  )
  return parts.length === 0 ? null : parts.join(', ')
}
