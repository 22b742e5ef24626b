import type { FormState } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** `getForm()` returns a getter for the state of the enclosing form. */
export const [getForm, setForm] = createContext<() => FormState>()

export type FieldProps = { name: string; hint?: string; optional?: boolean }

/** Returns the value of a field as a text: the first of several values, or '' if there is none. */
export function textOf({ values }: FormState, name: string): string {
  const value = values[name] ?? ''
  return typeof value === 'string' ? value : (value[0] ?? '')
}

export function listOf({ values }: FormState, name: string): string[] {
  const value = values[name] ?? []
  return typeof value === 'string' ? [value] : value
}

/** The first checkbox has the name as its id, because the error summary links to it. */
export function choiceId(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`
}

export function describedBy(name: string, hint: string | undefined, error: string | undefined): string | undefined {
  return [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
}
