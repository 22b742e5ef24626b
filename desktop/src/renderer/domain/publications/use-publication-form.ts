import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ZodSafeParseResult } from 'zod'
import { HttpError } from '../../http.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { fieldErrors } from '../../ui/words/field-errors.ts'

/** What stands in the fields; nothing is an empty text. */
export type Typed = Record<string, string | number | boolean>

type Options<Fields, Saved> = {
  begin: Typed
  /** What is typed as the contract reads it. */
  read: (typed: Typed) => ZodSafeParseResult<Fields>
  /** `version` is the one that was seen last; null for something new. */
  version: number | null
  save: (fields: Fields, version: number | null) => Promise<Saved>
  /** What someone else has saved meanwhile, as the fields show it; null where the refusal has another reason. */
  readTheirs: (body: unknown) => { typed: Typed; version: number } | null
  onSaved: (saved: Saved) => void
}

export type PublicationForm = ReturnType<typeof usePublicationForm>

/**
 * What is typed of something that staff write. None of it is lost to a refusal, nor to someone who saved first: saving
 * again replaces theirs.
 */
export function usePublicationForm<Fields, Saved>({
  begin,
  read,
  version,
  save,
  readTheirs,
  onSaved,
}: Options<Fields, Saved>) {
  const [typed, setTyped] = useState(begin)
  const [theirs, setTheirs] = useState<{ typed: Typed; version: number } | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isSaved, setSaved] = useState<Saved | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: Fields) => save(fields, theirs?.version ?? version),
    onSuccess: setSaved,
    onError(refusal) {
      if (!(refusal instanceof HttpError)) return
      setTheirs((before) => readTheirs(refusal.body) ?? before)
      setWrong(refusal.body.fields ?? {})
    },
  })
  const isDirty = Object.keys(typed).some((name) => typed[name] !== begin[name])
  useUnsaved(isDirty && isSaved === null)
  // Only once nothing is unsaved any more does leaving the page ask no one.
  useEffect(() => {
    if (isSaved !== null) onSaved(isSaved)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved])
  useEffect(() => {
    if (Object.keys(wrong).length > 0) document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()
  }, [wrong])
  return {
    typed,
    set(name: string, value: string | number | boolean) {
      setTyped((before) => ({ ...before, [name]: value }))
      setWrong(({ [name]: _, ...others }) => others)
    },
    wrong,
    /** What others have saved where it differs from what is typed. */
    theirsOf: (name: string) => (theirs && theirs.typed[name] !== typed[name] ? theirs.typed[name] : undefined),
    isOvertaken: theirs !== null,
    /** A refusal that belongs to no field. */
    refusal: error && !(error instanceof HttpError && error.body.fields) ? error.message : null,
    isPending,
    isDirty,
    submit() {
      const parsed = read(typed)
      setWrong(fieldErrors(parsed))
      if (parsed.success && !isPending) mutate(parsed.data)
    },
  }
}

/** The fields of a record as they are typed; `blank` names them. */
export function typedFrom(record: object, blank: Typed): Typed {
  const values = record as Record<string, Typed[string] | null>
  return Object.fromEntries(Object.keys(blank).map((name) => [name, values[name] ?? '']))
}

/** A field that may be empty, as the contract has it. */
export function orNone<Value extends string | number | boolean>(value: Value | undefined): Value | null {
  return value === undefined || value === '' ? null : value
}
