import {
  type Alumnus,
  alumnusFieldNames,
  type ContactField,
  contactFields,
  type ContactFlag,
  contactFlags,
  type ContactText,
  contactTexts,
  type ContactValues,
} from '@alumni/shared/alumni/record'
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/typed-contact'
import { cellText, kindOf } from '@alumni/shared/alumni/values'

/** The form's values: no value is an empty text. */
export type Typed = Record<ContactText, string> & Record<ContactFlag, boolean>

export function typedOf(values: Alumnus | (ContactValues & Partial<Alumnus>), otherwise?: Typed): Typed {
  const of = <Value>(field: ContactField, empty: Value) =>
    values[field] === undefined && otherwise ? otherwise[field] : (values[field] ?? empty)
  return Object.fromEntries([
    ...contactTexts.map((field) => [field, of(field, '')]),
    ...contactFlags.map((field) => [field, of(field, false)]),
  ]) as Typed
}

export function changedFields(base: Typed, typed: Typed): ContactField[] {
  return contactFields.filter((field) => typed[field] !== base[field])
}

/** What is wrong with what was typed into a field, in the server's words; undefined where nothing is. */
export function problemOf(field: ContactText, typed: Typed): string | undefined {
  const text = cellText(typed[field])
  if (text === '') return undefined
  const problem = problemIn(field, text, typed.country || null)
  return problem && `${alumnusFieldNames[field]} ${problem}.`
}

function problemIn(field: ContactText, text: string, country: string | null): string | undefined {
  if (field === 'postal_code') return postalCodeProblem(text, country)
  if (kindOf[field] === 'phone') return phoneProblem(text, country)
  return kindOf[field] === 'email' ? emailProblem(text) : undefined
}

/** The body of the request: what was changed, and what stood there before. */
export function editOf(base: Typed, typed: Typed): ContactValues & { seen: ContactValues } {
  const fields = changedFields(base, typed)
  const pick = (from: Typed) =>
    Object.fromEntries(fields.map((field) => [field, from[field] === '' ? null : from[field]])) as ContactValues
  return { ...pick(typed), seen: pick(base) }
}
