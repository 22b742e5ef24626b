import type { FormState } from '@alumni/shared/portal'
import { createContext } from 'svelte'

/** In a field: the state of the form that it stands in. */
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

/** The id of a field is its name; of checkboxes only the first is, to which the error summary links. */
export function choiceId(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`
}

export function describedBy(name: string, hint: string | undefined, error: string | undefined): string | undefined {
  return [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
}
