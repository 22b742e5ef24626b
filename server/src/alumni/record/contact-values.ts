import { contactFlags, contactTexts, kindOf, type ContactField, type ContactText } from '@alumni/shared/alumni/fields'
import { type ContactEdit, fieldLabel } from '@alumni/shared/alumni/record'
import { countryCodes } from '@alumni/shared/countries'
import { HttpError } from '../../foundations/http/errors.ts'
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/contact-problems'
import { cleanCell, readValue } from '@alumni/shared/alumni/values'

/** Values are as stored: null means blank, and flags are `'true'` or `'false'`. */
export type Edit = { field: ContactField; seen: string | null; to: string | null }
type WrongFields = Record<string, string>

/** Parses the changed values the way an import does. Returns an error message for each wrong field. */
export function readContactEdit({ seen, ...values }: ContactEdit): { edits: Edit[]; wrong: WrongFields } {
  const edits: Edit[] = []
  const fields: WrongFields = {}
  for (const field of contactTexts) {
    const value = values[field]
    if (value === undefined || value === seen[field]) continue
    const reading = readText(field, value ?? '')
    if ('problem' in reading) fields[field] = `${fieldLabel(field)} ${reading.problem}.`
    else edits.push({ field, seen: seen[field] ?? null, to: reading.value })
  }
  for (const field of contactFlags) {
    if (values[field] !== undefined && values[field] !== seen[field])
      edits.push({ field, seen: String(seen[field]), to: String(values[field]) })
  }
  return { edits, wrong: fields }
}

/** Validates by the country after the edits. Returns messages by field. */
export function findProblemsInCountry(
  edits: readonly Edit[],
  current: Record<ContactField, string | null>,
): WrongFields {
  const wrong: WrongFields = {}
  const country = valueAfter(edits, current, 'country')
  for (const { field, to } of edits) {
    if (to === null || to === current[field]) continue
    const problem = kindOf[field] === 'phone' ? phoneProblem(to, country) : undefined
    if (problem) wrong[field] = `${fieldLabel(field)} ${problem}.`
  }
  const code = valueAfter(edits, current, 'postal_code')
  const isCodeTouched = edits.some(
    ({ field, to }) => ['postal_code', 'country'].includes(field) && to !== current[field],
  )
  const problem = code !== null && isCodeTouched ? postalCodeProblem(code, country) : undefined
  if (problem) wrong.postal_code = `${fieldLabel('postal_code')} ${problem}.`
  return wrong
}

function valueAfter(edits: readonly Edit[], current: Record<ContactField, string | null>, field: ContactField) {
  const edit = edits.find((each) => each.field === field)
  return edit ? edit.to : current[field]
}

export function throwIfWrong(wrong: WrongFields): void {
  const problems = Object.values(wrong)
  if (problems.length === 0) return
  const [first, ...more] = problems
  throw new HttpError(400, more.length === 0 ? first! : `${first} (${more.length} more to correct.)`, { fields: wrong })
}

function readText(field: ContactText, input: string): { value: string | null } | { problem: string } {
  if (!input.isWellFormed() || input.includes('\0')) return { problem: 'contains a character that cannot be stored' }
  const lines = cleanCell(input)
  const text = field === 'street' ? lines : lines.replaceAll('\n', ' ')
  if (field === 'country' && text !== '')
    return countryCodes.includes(text.toUpperCase())
      ? { value: text.toUpperCase() }
      : { problem: 'is not an ISO country code such as US or VN' }
  const kind = kindOf[field]
  const problem = kind === 'email' && text !== '' ? emailProblem(text) : undefined
  return problem ? { problem } : readValue(kind, text)
}
