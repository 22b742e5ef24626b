import { contactFlags, contactTexts, kindOf, type ContactField, type ContactText } from '@alumni/shared/alumni/fields'
import { type ContactEdit, fieldLabel } from '@alumni/shared/alumni/record'
import { countryCodes } from '@alumni/shared/countries'
import { HttpError } from '../../foundations/http/errors.ts'
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/contact-problems'
import { cleanCell, readValue } from '@alumni/shared/alumni/values'

/** A field that someone wants to change, as it is stored: null is no value, a flag is `true` or `false`. */
export type Edit = { field: ContactField; seen: string | null; to: string | null }
type WrongFields = Record<string, string>

/** Reads an edit's changes as an import reads values, and returns the wrong fields, each with its sentence. */
export function readContactEdit({ seen, ...values }: ContactEdit): { edits: Edit[]; wrong: WrongFields } {
  const edits: Edit[] = []
  const fields: WrongFields = {}
  for (const field of contactTexts) {
    const typed = values[field]
    if (typed === undefined || typed === seen[field]) continue
    const reading = readText(field, typed ?? '')
    if ('problem' in reading) fields[field] = `${fieldLabel(field)} ${reading.problem}.`
    else edits.push({ field, seen: seen[field] ?? null, to: reading.value })
  }
  for (const field of contactFlags) {
    if (values[field] !== undefined && values[field] !== seen[field])
      edits.push({ field, seen: String(seen[field]), to: String(values[field]) })
  }
  return { edits, wrong: fields }
}

/** Numbers and codes that are being written, by the country that the record will have. */
export function wrongInCountry(edits: readonly Edit[], current: Record<ContactField, string | null>): WrongFields {
  const wrong: WrongFields = {}
  const country = after(edits, current, 'country')
  for (const { field, to } of edits) {
    if (to === null || to === current[field]) continue
    const problem = kindOf[field] === 'phone' ? phoneProblem(to, country) : undefined
    if (problem) wrong[field] = `${fieldLabel(field)} ${problem}.`
  }
  const code = after(edits, current, 'postal_code')
  const isCodeTouched = edits.some(
    ({ field, to }) => ['postal_code', 'country'].includes(field) && to !== current[field],
  )
  const problem = code !== null && isCodeTouched ? postalCodeProblem(code, country) : undefined
  if (problem) wrong.postal_code = `${fieldLabel('postal_code')} ${problem}.`
  return wrong
}

function after(edits: readonly Edit[], current: Record<ContactField, string | null>, field: ContactField) {
  const edit = edits.find((one) => one.field === field)
  return edit ? edit.to : current[field]
}

/** Throws HttpError 400 where some field is not right. */
export function refuseWrong(wrong: WrongFields): void {
  const problems = Object.values(wrong)
  if (problems.length === 0) return
  const [first, ...more] = problems
  throw new HttpError(400, more.length === 0 ? first! : `${first} (${more.length} more to correct.)`, { fields: wrong })
}

function readText(field: ContactText, typed: string): { value: string | null } | { problem: string } {
  if (!typed.isWellFormed() || typed.includes('\0')) return { problem: 'contains a character that cannot be stored' }
  const lines = cleanCell(typed)
  const text = field === 'street' ? lines : lines.replaceAll('\n', ' ')
  if (field === 'country' && text !== '')
    return countryCodes.includes(text.toUpperCase())
      ? { value: text.toUpperCase() }
      : { problem: 'is not an ISO country code such as US or VN' }
  const kind = kindOf[field]
  const problem = kind === 'email' && text !== '' ? emailProblem(text) : undefined
  return problem ? { problem } : readValue(kind, text)
}
