import { toSlug } from '@alumni/shared/publications/publications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { patch, post } from '../../http.ts'
import { parseConflictingValues, readFieldErrors, useContractForm } from '../../ui/form/form.tsx'
import { useAction } from '../../ui/use-action.ts'

const fieldValue = z.union([z.string(), z.number(), z.boolean()])

/** Empty fields hold an empty string. */
export type FieldValues = Record<string, z.infer<typeof fieldValue>>

export type EditableRecord = { id: number; version: number; state: string; title: string; slug: string }

export type FormConfig<Item extends EditableRecord> = {
  home: string
  queryKey: string
  contract: { fields: z.ZodObject; create: z.ZodType; record: z.ZodType<Item> }
  defaults: FieldValues
  /** `toValues` and `toFields` convert to and from form fields that are not in the contract. */
  toValues?: (record: Item) => object
  toFields?: (values: FieldValues) => object
  savedDraft?: string
}

export type PublicationForm = ReturnType<typeof usePublicationForm>

/**
 * Returns the values, errors and actions of the form that creates a publication or, if `record` is set, edits it. An
 * error or conflict does not change the user's values. Saving again after a conflict overwrites the changes of others.
 */
export function usePublicationForm<Item extends EditableRecord>(
  kind: FormConfig<Item>,
  initialValues: FieldValues,
  record: Item | null,
) {
  const { home, queryKey, contract } = kind
  const [conflicting, setConflicting] = useState<Item | null>(null)
  const [form_id] = useState(() => crypto.randomUUID())
  const save = useAction(
    (values: FieldValues) => {
      const fields = contract.create.parse(toContractFields(kind, values)) as object
      const saved = conflicting ?? record
      return saved
        ? patch(`${home}/${saved.id}`, contract.record, { ...fields, version: saved.version })
        : post(home, contract.record, { ...fields, form_id })
    },
    {
      invalidates: [queryKey],
      isErrorInline: true,
      successNotice: () => ({
        message: record ? 'Saved.' : (kind.savedDraft ?? 'Saved as a draft. Publish it when it is ready.'),
        topic: queryKey,
      }),
      onError: (error) => setConflicting((before) => parseConflictingValues(error, contract.record) ?? before),
    },
  )
  const form = useContractForm<FieldValues>({
    schema: z.preprocess((values) => toContractFields(kind, values as FieldValues), contract.create),
    initialValues,
    error: save.error,
    asksBeforeLeaving: !save.isSuccess,
  })
  useLeaveOnceSaved(save.data && `${home}/${save.data.id}`, record === null)
  const focusOnError = useFocusOnError(form.errors)
  const theirValues = conflicting && toFormValues(kind, conflicting)
  return {
    values: form.values,
    set: form.setFieldValue as (name: string, value: FieldValues[string]) => void,
    errors: form.errors,
    conflictingValueOf: (name: string) => (theirValues?.[name] === form.values[name] ? undefined : theirValues?.[name]),
    hasConflict: conflicting !== null,
    refusal: save.error && !readFieldErrors(save.error) ? save.error.message : null,
    isPending: save.isPending,
    submit() {
      focusOnError()
      if (!save.isPending) form.onSubmit((values) => save.mutate(values))()
    },
  }
}

/** Navigates in an effect, once the form counts as saved, so that the user is not asked about unsaved changes. */
function useLeaveOnceSaved(href: string | undefined, replace: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (href) void navigate({ href, replace })
  }, [href, replace, navigate])
}

function useFocusOnError(errors: object): () => void {
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isAwaited.current || Object.keys(errors).length === 0) return
    isAwaited.current = false
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()
  }, [errors])
  return () => {
    isAwaited.current = true
  }
}

export function buildBlankValues<Item extends EditableRecord>({ contract, defaults }: FormConfig<Item>): FieldValues {
  return { ...Object.fromEntries(Object.keys(contract.fields.shape).map((name) => [name, ''])), ...defaults }
}

export function toFormValues<Item extends EditableRecord>(kind: FormConfig<Item>, record: Item): FieldValues {
  // A draft's slug follows its title, unless the user has changed the slug.
  const follows = record.state === 'draft' && stripNumber(record.slug) === stripNumber(toSlug(record.title, ''))
  const values: Record<string, unknown> = { ...record, ...(follows && { slug: '' }), ...kind.toValues?.(record) }
  return Object.fromEntries(
    Object.keys(buildBlankValues(kind)).map((name) => {
      const value = fieldValue.parse(values[name] ?? '')
      return [name, name === 'community_id' ? String(value) : value]
    }),
  )
}

const stripNumber = (slug: string) => slug.replace(/-\d+$/, '')

function toContractFields<Item extends EditableRecord>(
  { contract, toFields }: FormConfig<Item>,
  values: FieldValues,
): object {
  const canBeNull = (name: string) => contract.fields.shape[name]?.safeParse(null).success
  return Object.fromEntries(
    Object.entries(toFields?.(values) ?? values).map(([name, value]) => {
      if (value === '' && canBeNull(name)) return [name, null]
      return [name, name === 'community_id' ? Number(value) : value]
    }),
  )
}
