import { slugOf } from '@alumni/shared/publications/publications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { patch, post } from '../../http.ts'
import { conflictingValues, refusedFields, useContractForm } from '../../ui/form/form.tsx'
import { useAction } from '../../ui/use-action.ts'

const fieldValue = z.union([z.string(), z.number(), z.boolean()])

/** Field values by name; empty is an empty text. */
export type FieldValues = Record<string, z.infer<typeof fieldValue>>

export type EditableRecord = { id: number; version: number; state: string; title: string; slug: string }

/** Where one kind of publication is saved, and how. */
export type FormConfig<Item extends EditableRecord> = {
  home: string
  queryKey: string
  contract: { fields: z.ZodObject; create: z.ZodType; record: z.ZodType<Item> }
  /** The initial values of a new one that are not empty. */
  defaults: FieldValues
  /** Converts a record to what its form shows, and back, where fields of the form are none of the contract. */
  toValues?: (record: Item) => object
  toFields?: (typed: FieldValues) => object
  /** Reported when a new one is saved. */
  savedDraft?: string
}

export type PublicationForm = ReturnType<typeof usePublicationForm>

/**
 * Returns the form of a publication; `record` is null for a new one. Nothing typed is lost to a refusal, nor to someone
 * who saved first: saving again replaces theirs.
 */
export function usePublicationForm<Item extends EditableRecord>(
  kind: FormConfig<Item>,
  initialValues: FieldValues,
  record: Item | null,
) {
  const { home, queryKey, contract } = kind
  const [theirs, setTheirs] = useState<Item | null>(null)
  const [form_id] = useState(() => crypto.randomUUID())
  const save = useAction(
    (typed: FieldValues) => {
      const fields = contract.create.parse(fieldsOf(kind, typed)) as object
      const saved = theirs ?? record
      return saved
        ? patch(`${home}/${saved.id}`, contract.record, { ...fields, version: saved.version })
        : post(home, contract.record, { ...fields, form_id })
    },
    {
      invalidates: [queryKey],
      isErrorInline: true,
      successNotice: () => (record ? 'Saved.' : (kind.savedDraft ?? 'Saved as a draft. Publish it when it is ready.')),
      onError: (error) => setTheirs((before) => conflictingValues(error, contract.record) ?? before),
    },
  )
  const form = useContractForm<FieldValues>({
    schema: z.preprocess((typed) => fieldsOf(kind, typed as FieldValues), contract.create),
    initialValues,
    error: save.error,
    asksBeforeLeaving: !save.isSuccess,
  })
  useLeaveOnceSaved(save.data && `${home}/${save.data.id}`, record === null)
  const focusOnError = useFocusOnError(form.errors)
  const theirTyped = theirs && toFormValues(kind, theirs)
  return {
    values: form.values,
    set: form.setFieldValue as (name: string, value: FieldValues[string]) => void,
    errors: form.errors,
    /** Another person's saved value, if the typed one differs. */
    conflictingValueOf: (name: string) => (theirTyped?.[name] === form.values[name] ? undefined : theirTyped?.[name]),
    hasConflict: theirs !== null,
    /** A refusal that belongs to no field. */
    refusal: save.error && !refusedFields(save.error) ? save.error.message : null,
    isPending: save.isPending,
    submit() {
      focusOnError()
      if (!save.isPending) form.onSubmit((typed) => save.mutate(typed))()
    },
  }
}

/** Only once nothing is unsaved any more does leaving the page ask no one. */
function useLeaveOnceSaved(href: string | undefined, replace: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (href) void navigate({ href, replace })
  }, [href, replace, navigate])
}

/** After it was called, the first field at fault has the focus; typing into another one leaves it there. */
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

/** The fields of a new one as they are typed. */
export function buildBlankValues<Item extends EditableRecord>({ contract, defaults }: FormConfig<Item>): FieldValues {
  return { ...Object.fromEntries(Object.keys(contract.fields.shape).map((name) => [name, ''])), ...defaults }
}

/** The fields of a record as they are typed. */
export function toFormValues<Item extends EditableRecord>(kind: FormConfig<Item>, record: Item): FieldValues {
  // The address of a draft follows its title, unless someone chose another.
  const follows = record.state === 'draft' && withoutNumber(record.slug) === withoutNumber(slugOf(record.title, ''))
  const values: Record<string, unknown> = { ...record, ...(follows && { slug: '' }), ...kind.toValues?.(record) }
  return Object.fromEntries(
    Object.keys(buildBlankValues(kind)).map((name) => {
      const value = fieldValue.parse(values[name] ?? '')
      return [name, name === 'community_id' ? String(value) : value]
    }),
  )
}

const withoutNumber = (slug: string) => slug.replace(/-\d+$/, '')

/** Converts typed values to the nulls and numbers of the contract. */
function fieldsOf<Item extends EditableRecord>({ contract, toFields }: FormConfig<Item>, typed: FieldValues): object {
  const canBeNull = (name: string) => contract.fields.shape[name]?.safeParse(null).success
  return Object.fromEntries(
    Object.entries(toFields?.(typed) ?? typed).map(([name, value]) => {
      if (value === '' && canBeNull(name)) return [name, null]
      return [name, name === 'community_id' ? Number(value) : value]
    }),
  )
}
