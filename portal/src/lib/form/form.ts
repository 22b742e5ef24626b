import type { FormState } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** `getForm()` returns a function for the state of the form that contains the component. */
export const [getForm, setForm] = createContext<() => FormState>()

export type FieldProps = { name: string; hint?: string; optional?: boolean }

export function textOf({ values }: FormState, name: string): string {
  const value = values[name] ?? ''
  return typeof value === 'string' ? value : (value[0] ?? '')
}

export function listOf({ values }: FormState, name: string): string[] {
  const value = values[name] ?? []
  return typeof value === 'string' ? [value] : value
}

/** Returns the id of a checkbox; the first one has only the name, because the error summary links to it. */
export function choiceId(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`
}

export function describedBy(name: string, hint: string | undefined, error: string | undefined): string | undefined {
  return [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
}
