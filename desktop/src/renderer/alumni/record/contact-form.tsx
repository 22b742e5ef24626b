import {
  alumnusFieldNames,
  contactFields,
  contactFlags,
  contactGroups,
  contactTexts,
  isContactFlag,
  kindOf,
  type ContactField,
  type ContactFlag,
  type ContactText,
} from '@alumni/shared/alumni/fields'
import { contactRefusal, contactReply, type Alumnus, type ContactValues } from '@alumni/shared/alumni/record'
import { cleanCell } from '@alumni/shared/alumni/values'
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/typed-contact'
import { countryCodes, countryName } from '@alumni/shared/countries'
import { recordTopic } from '../../domain/people/undo-change.tsx'
import { patch, post } from '../../http.ts'
import {
  RecordForm,
  useRecordForm,
  type RecordField,
  type FieldValues as AnyTyped,
} from '../../ui/form/record-form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatValue } from '../../ui/words/format-value.ts'
import { formatList } from '../../ui/words/numbers.ts'
import { alumnusUrl } from './queries.ts'

const invalidates = ['alumni', 'crm']

export function ContactForm({ alumnus, onDone }: { alumnus: Alumnus; onDone: () => void }) {
  const url = `${alumnusUrl(alumnus.buid)}/contact`
  const topic = recordTopic(alumnus.buid)
  const undo = useAction((url: string) => post(url, contactReply), {
    invalidates,
    successNotice: () => ({ title: 'Undone', message: 'The record is as it was before.', topic: topic }),
  })
  const save = useAction((body: ContactValues & { seen: ContactValues }) => patch(url, contactReply, body), {
    invalidates,
    isErrorInline: true,
    successNotice: ({ crm_changes, links }, { seen }) =>
      links.undo
        ? { ...saved(seen, crm_changes.length), onUndo: () => undo.mutate(links.undo!), topic: topic }
        : { title: 'Saved', message: 'No changes were needed.', topic: topic },
    onDone,
  })
  const form = useRecordForm<Alumnus, ContactField>({
    record: alumnus,
    toValues,
    save,
    toBody: (changed, typed, seen) => editOf(changed, toValues(seen), typed as Typed),
    parseConflict: (body) => contactRefusal.safeParse(body).data?.current as Partial<Alumnus> | undefined,
    validate: (name, typed) => problemOf(name, typed as Typed),
    onDone,
  })
  return (
    <RecordForm
      form={form}
      label="Contact details"
      noun="value"
      groups={[...contactGroups].map(([name, fields]) => ({
        name,
        fields: fields.map((field) => fieldOf(field, alumnus.country ?? '')),
      }))}
    >
      <p className="muted">Imports do not overwrite your changes, and the next export takes them to the CRM.</p>
    </RecordForm>
  )
}

const kinds = { email: 'email', phone: 'tel', lines: 'lines' } as const

function fieldOf(name: ContactField, country: string): RecordField<ContactField> {
  const label = alumnusFieldNames[name]
  if (name === 'country') {
    const format = (code: unknown) => (code ? countryName(String(code)) : null)
    return { name, label, kind: 'choice', options: countryChoices(country), format }
  }
  const format = (value: unknown) => formatValue(name, value === '' ? null : String(value))
  if (isContactFlag(name)) return { name, label, kind: 'switch', format }
  return { name, label, kind: kinds[kindOf[name] as keyof typeof kinds] ?? 'text', format }
}

/** All countries by name, and the one on file even if it is none of them. */
function countryChoices(onFile: string) {
  const codes = onFile === '' || countryCodes.includes(onFile) ? countryCodes : [onFile, ...countryCodes]
  const choices = codes.map((value) => ({ value, label: countryName(value) }))
  return choices.sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

function saved(seen: ContactValues, waiting: number) {
  const fields = formatList((Object.keys(seen) as ContactField[]).map((field) => alumnusFieldNames[field]))
  return {
    title: 'Saved',
    message: `${fields}. ${waiting > 0 ? 'The change is now waiting for the CRM.' : 'No changes are waiting for the CRM.'}`,
  }
}

/** The form's values: no value is an empty text. */
type Typed = AnyTyped<ContactField> & Record<ContactText, string> & Record<ContactFlag, boolean>

export function toValues(values: Partial<Alumnus>): Typed {
  return Object.fromEntries([
    ...contactTexts.map((field) => [field, values[field] ?? '']),
    ...contactFlags.map((field) => [field, values[field] ?? false]),
  ]) as Typed
}

/** Returns the problem of a typed value in the server's words, or undefined if there is none. */
function problemOf(field: ContactField, typed: Typed): string | undefined {
  const text = isContactFlag(field) ? '' : cleanCell(typed[field])
  const problem = text && problemIn(field as ContactText, text, typed.country || null)
  return problem ? `${alumnusFieldNames[field]} ${problem}.` : undefined
}

function problemIn(field: ContactText, text: string, country: string | null): string | undefined {
  if (field === 'postal_code') return postalCodeProblem(text, country)
  if (kindOf[field] === 'phone') return phoneProblem(text, country)
  return kindOf[field] === 'email' ? emailProblem(text) : undefined
}

/** The body of the request: what was changed, and what stood there before. */
export function editOf(fields: readonly ContactField[], base: Typed, typed: Typed) {
  const pick = (from: Typed) =>
    Object.fromEntries(
      contactFields.filter((one) => fields.includes(one)).map((one) => [one, from[one] === '' ? null : from[one]]),
    )
  return { ...pick(typed), seen: pick(base) } as ContactValues & { seen: ContactValues }
}
