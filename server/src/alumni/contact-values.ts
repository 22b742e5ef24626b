import {
  type ContactEdit,
  type ContactField,
  contactFlags,
  type ContactText,
  contactTexts,
  fieldName,
} from '@alumni/shared/alumni'
import { countryCodes } from '@alumni/shared/countries'
import { HttpError } from '../http/errors.ts'
import { cellText, kindOf, readValue } from '@alumni/shared/values'

/** A field that someone wants to change, as it is stored: null is no value, a flag is `true` or `false`. */
export type Edit = { field: ContactField; seen: string | null; to: string | null }

/** What an edit changes, its values read as an import reads them. 400: some field is not right, each with its sentence. */
export function readContactEdit({ seen, ...values }: ContactEdit): Edit[] {
  const edits: Edit[] = []
  const fields: Record<string, string> = {}
  for (const field of contactTexts) {
    const typed = values[field]
    if (typed === undefined || typed === seen[field]) continue
    const reading = readText(field, typed ?? '')
    if ('problem' in reading) fields[field] = `${fieldName(field)} ${reading.problem}.`
    else edits.push({ field, seen: seen[field] ?? null, to: reading.value })
  }
  for (const field of contactFlags) {
    if (values[field] !== undefined && values[field] !== seen[field])
      edits.push({ field, seen: String(seen[field]), to: String(values[field]) })
  }
  const problems = Object.values(fields)
  if (problems.length > 0)
    throw new HttpError(
      400,
      problems.length === 1 ? problems[0]! : `${problems[0]} (${problems.length - 1} more to correct.)`,
      { fields },
    )
  return edits
}

function readText(field: ContactText, typed: string): { value: string | null } | { problem: string } {
  if (!typed.isWellFormed() || typed.includes('\0')) return { problem: 'contains a character that cannot be stored' }
  const lines = cellText(typed)
  const text = field === 'street' ? lines : lines.replaceAll('\n', ' ')
  if (field === 'country' && text !== '')
    return countryCodes.includes(text.toUpperCase())
      ? { value: text.toUpperCase() }
      : { problem: 'is not an ISO country code such as US or VN' }
  return readValue(kindOf[field], text)
}
