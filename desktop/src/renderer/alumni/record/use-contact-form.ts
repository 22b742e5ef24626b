import {
  alumnusFieldNames,
  contactFields,
  contactFlags,
  contactTexts,
  kindOf,
  type ContactField,
  type ContactFlag,
  type ContactText,
} from '@alumni/shared/alumni/fields'
import { type Alumnus, contactRefusal, contactReply, type ContactValues } from '@alumni/shared/alumni/record'
import { useState } from 'react'
import { emailProblem, phoneProblem, postalCodeProblem } from '@alumni/shared/champions/typed-contact'
import { cellText } from '@alumni/shared/alumni/values'
import { HttpError, request } from '../../http.ts'
import { aboutRecord } from '../../domain/people/undo-change.tsx'
import { useAction } from '../../ui/use-action.ts'
import { list } from '../../ui/words/numbers.ts'
import { alumnusUrl } from './queries.ts'

const invalidates = ['alumni', 'crm']

/** Returns the typed values, the saved ones to compare with, and the errors. A refusal never loses what was typed. */
export function useContactForm(alumnus: Alumnus, onDone: () => void) {
  const [base, setBase] = useState(() => typedOf(alumnus))
  const [typed, setTyped] = useState(base)
  const [theirs, setTheirs] = useState<ContactValues>({})
  const changed = changedFields(base, typed)
  const about = aboutRecord(alumnus.buid)
  const undo = useAction((url: string) => request(url, contactReply, { method: 'POST' }), {
    invalidates,
    done: () => ({ title: 'Undone', message: 'The record is as it was before.', about }),
  })
  const save = useAction(
    () => request(`${alumnusUrl(alumnus.buid)}/contact`, contactReply, { method: 'PATCH', body: editOf(base, typed) }),
    {
      invalidates,
      isErrorInline: true,
      done: ({ crm_changes, links }) =>
        links.undo
          ? {
              title: 'Saved',
              message: savedWords(changed, crm_changes.length),
              onUndo: () => undo.mutate(links.undo!),
              about,
            }
          : { title: 'Saved', message: 'No changes were needed.', about },
      onDone,
      onError(error) {
        const refusal = error instanceof HttpError && error.status === 409 ? contactRefusal.safeParse(error.body) : null
        if (!refusal?.success) return
        setTheirs((before) => ({ ...before, ...refusal.data.current }))
        setBase((before) => typedOf(refusal.data.current, before))
      },
    },
  )
  const [left, setLeft] = useState<readonly ContactText[]>([])
  const wrongAsTyped = left
    .filter((field) => changed.includes(field) || (field === 'postal_code' && changed.includes('country')))
    .flatMap((field) => {
      const problem = problemOf(field, typed)
      return problem ? [[field, problem] as const] : []
    })
  const set = <Field extends ContactField>(field: Field, value: Typed[Field]) =>
    setTyped((before) => ({ ...before, [field]: value }))
  return {
    base,
    typed,
    set,
    /** The field was left: from now on it says what is wrong with it. */
    leave: (field: ContactText) => setLeft((before) => (before.includes(field) ? before : [...before, field])),
    isDirty: changed.length > 0,
    /** Values that others saved meanwhile, where the typed ones differ. */
    theirs: Object.fromEntries(
      Object.entries(theirs).filter(([field]) => typed[field as ContactField] !== base[field as ContactField]),
    ) as ContactValues,
    wrong: {
      ...(save.error instanceof HttpError && save.error.status === 400 ? (save.error.body.fields ?? {}) : {}),
      ...Object.fromEntries(wrongAsTyped),
    } as Partial<Record<string, string>>,
    error: save.error,
    isPending: save.isPending,
    save: () => (changed.length > 0 ? save.mutate() : onDone()),
  }
}

function savedWords(changed: readonly ContactField[], waiting: number): string {
  const fields = list(changed.map((field) => alumnusFieldNames[field]))
  return `${fields}. ${waiting > 0 ? 'The change is now waiting for the CRM.' : 'No changes are waiting for the CRM.'}`
}

/** The form's values: no value is an empty text. */
type Typed = Record<ContactText, string> & Record<ContactFlag, boolean>

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

/** Returns the problem of a typed value in the server's words, or undefined if there is none. */
function problemOf(field: ContactText, typed: Typed): string | undefined {
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
