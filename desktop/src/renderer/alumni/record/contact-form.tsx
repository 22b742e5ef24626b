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
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/contact-problems'
import { countryCodes, countryName } from '@alumni/shared/countries'
import { buildRecordTopic } from '../../domain/people/undo-change.tsx'
import { patch, post } from '../../http.ts'
import { RecordForm, useRecordForm, type RecordField, type FieldValues } from '../../ui/form/record-form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatValue } from '../../ui/format/format-value.ts'
import { formatList } from '../../ui/format/numbers.ts'
import { alumnusUrl } from './queries.ts'

const invalidates = ['alumni', 'crm']

export function ContactForm({ alumnus, onDone }: { alumnus: Alumnus; onDone: () => void }) {
  const url = `${alumnusUrl(alumnus.buid)}/contact`
  const subject = buildRecordTopic(alumnus.buid)
  const undo = useAction((url: string) => post(url, contactReply), {
    invalidates,
    successNotice: () => ({ title: 'Undone', message: 'The record is as it was before.', topic: subject }),
  })
  const save = useAction((body: ContactValues & { seen: ContactValues }) => patch(url, contactReply, body), {
    invalidates,
    isErrorInline: true,
    successNotice: ({ crm_changes, links }, { seen }) =>
      links.undo
        ? { ...savedToast(seen, crm_changes.length), onUndo: () => undo.mutate(links.undo!), topic: subject }
        : { title: 'Saved', message: 'No changes were needed.', topic: subject },
    onDone,
  })
  const form = useRecordForm<Alumnus, ContactField>({
    record: alumnus,
    toValues: toFormValues,
    save,
    toBody: (changed, values, before) => buildEdit(changed, toFormValues(before), values as ContactFormValues),
    parseConflict: (body) => contactRefusal.safeParse(body).data?.current as Partial<Alumnus> | undefined,
    validate: (name, values) => findProblem(name, values as ContactFormValues),
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

/** Returns all countries sorted by name, including the current code even if it is unknown. */
function countryChoices(currentCode: string) {
  const codes = currentCode === '' || countryCodes.includes(currentCode) ? countryCodes : [currentCode, ...countryCodes]
  const choices = codes.map((value) => ({ value, label: countryName(value) }))
  return choices.sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

function savedToast(before: ContactValues, waiting: number) {
  const fields = formatList((Object.keys(before) as ContactField[]).map((field) => alumnusFieldNames[field]))
  return {
    title: 'Saved',
    message: `${fields}. ${waiting > 0 ? 'The change is now waiting for the CRM.' : 'No changes are waiting for the CRM.'}`,
  }
}

/** The form's values; a missing text is an empty string. */
type ContactFormValues = FieldValues<ContactField> & Record<ContactText, string> & Record<ContactFlag, boolean>

export function toFormValues(values: Partial<Alumnus>): ContactFormValues {
  return Object.fromEntries([
    ...contactTexts.map((field) => [field, values[field] ?? '']),
    ...contactFlags.map((field) => [field, values[field] ?? false]),
  ]) as ContactFormValues
}

function findProblem(field: ContactField, values: ContactFormValues): string | undefined {
  const text = isContactFlag(field) ? '' : cleanCell(values[field])
  const problem = text && findTextProblem(field as ContactText, text, values.country || null)
  return problem ? `${alumnusFieldNames[field]} ${problem}.` : undefined
}

function findTextProblem(field: ContactText, text: string, country: string | null): string | undefined {
  if (field === 'postal_code') return postalCodeProblem(text, country)
  if (kindOf[field] === 'phone') return phoneProblem(text, country)
  return kindOf[field] === 'email' ? emailProblem(text) : undefined
}

/** Builds the request body: the changed values and, as `seen`, the values they replace. */
export function buildEdit(fields: readonly ContactField[], base: ContactFormValues, values: ContactFormValues) {
  const pick = (from: ContactFormValues) =>
    Object.fromEntries(
      contactFields
        .filter((field) => fields.includes(field))
        .map((field) => [field, from[field] === '' ? null : from[field]]),
    )
  return { ...pick(values), seen: pick(base) } as ContactValues & { seen: ContactValues }
}
