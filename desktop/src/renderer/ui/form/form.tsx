import { useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import type { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Alert } from '../alert.tsx'
import { useUnsaved } from './unsaved.ts'
import { fieldErrors } from '../words/field-errors.ts'

type ContractFormOptions<Values> = {
  /** The contract of the request, which says what is wrong with a field. */
  schema: z.ZodType
  initialValues: Values
  /** The server's error; its sentences about fields are shown beside them. */
  error?: Error | null
  /** Leaving the page with something typed asks first. */
  asksBeforeLeaving?: boolean
}

/** A form that is checked by its contract before it is sent, and by the server afterwards. */
export function useContractForm<Values extends Record<string, unknown>>({
  schema,
  initialValues,
  error = null,
  asksBeforeLeaving = false,
}: ContractFormOptions<Values>): UseFormReturnType<Values> {
  const form = useForm<Values>({ initialValues, validate: (values) => fieldErrors(schema.safeParse(values)) })
  const { setErrors } = form
  useUnsaved(asksBeforeLeaving && form.isDirty())
  useEffect(() => {
    const refused = refusedFields(error)
    if (refused) setErrors(refused)
  }, [error, setErrors])
  return form
}

/** Why the server refused, unless its sentences stand beside the fields. */
export function RefusalAlert({ error }: { error: Error | null }) {
  if (!error || refusedFields(error)) return null
  return <Alert tone="bad" isAlert title={error.message} />
}

/** The server's sentence for each field that it refused; those of a change stand under `entry/`. */
export function refusedFields(error: Error | null): Record<string, string> | undefined {
  const fields = error instanceof HttpError ? error.body.fields : undefined
  return (
    fields &&
    Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name.replace(/^entry\//, ''), sentence]))
  )
}

/** Returns the values that another person saved if the server refused with 409. */
export function conflictingValues<Schema extends z.ZodType>(
  error: Error | null,
  schema: Schema,
): z.infer<Schema> | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const current: unknown = 'current' in error.body ? error.body.current : undefined
  return schema.safeParse(current).data
}
