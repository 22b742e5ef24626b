import type { CorrectLineRequest } from '@alumni/shared/exchange/import-corrections'
import { importStatusReply, type ImportRow, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { HttpError, request } from '../../../http.ts'
import { useUnsaved } from '../../../ui/form/unsaved.ts'
import { useAction } from '../../../ui/use-action.ts'
import { formatCount } from '../../../ui/format/numbers.ts'

/** Unsaved edits of a line; `message` and `fields` explain why the server refused them. */
export type Draft = Omit<CorrectLineRequest, 'line'> & {
  line: number
  isSaving: boolean
  message?: string
  fields?: Record<string, string>
}

type Corrections = {
  drafts: ReadonlyMap<number, Draft>
  canCorrect: boolean
  edit: (row: ImportRow, cells: Record<string, string>) => void
  discard: (line: number) => void
  save: (request: CorrectLineRequest) => Promise<boolean>
}

const CorrectionsContext = createContext<Corrections | null>(null)

export function useCorrections(): Corrections {
  const corrections = useContext(CorrectionsContext)
  if (!corrections) throw new Error('Corrections are made on the page of an import.')
  return corrections
}

/** Stores unsaved edits outside the table, so that paging does not discard them. */
export function CorrectionsProvider({ batch, children }: { batch: ImportStatusReply; children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  useUnsaved(drafts.size > 0)
  const post = useAction(
    (body: CorrectLineRequest) =>
      request(`${batch.links.self}/corrections`, importStatusReply, { method: 'POST', body, timeoutInMs: 120_000 }),
    { invalidates: ['imports'], isErrorInline: true, successNotice: describeSave },
  )
  const setDraft = (line: number, draft: Draft | null) =>
    setDrafts((before) => {
      const after = new Map(before)
      if (draft) after.set(line, draft)
      else after.delete(line)
      return after
    })

  async function save(edits: CorrectLineRequest): Promise<boolean> {
    const { line } = edits
    if (drafts.get(line)?.isSaving) return false
    const draft: Draft = { ...edits, isSaving: false }
    setDraft(line, { ...draft, isSaving: true })
    try {
      await post.mutateAsync(edits)
      setDraft(line, null)
      return true
    } catch (error) {
      setDraft(line, { ...draft, ...refusalOf(error as Error, edits) })
      return false
    }
  }

  const value: Corrections = {
    drafts,
    canCorrect: batch.status === 'review' && batch.corrections?.refusal === null,
    edit({ line, corrected }, cells) {
      const { since = corrected?.at ?? null, cells: before } = drafts.get(line) ?? {}
      setDraft(line, { line, since, cells: { ...before, ...cells }, isSaving: false })
    },
    discard: (line) => setDraft(line, null),
    save,
  }
  return <CorrectionsContext value={value}>{children}</CorrectionsContext>
}

function describeSave({ counts }: ImportStatusReply, { line, cells }: CorrectLineRequest) {
  const skipped = counts?.skipped ?? 0
  const skippedText =
    skipped === 0 ? 'No line is skipped now.' : `${formatCount(skipped, ['line is', 'lines are'])} still skipped.`
  const result = Object.keys(cells).length > 0 ? 'is corrected' : 'is back to its uploaded values'
  return { message: `Line ${line} ${result}. ${skippedText}`, topic: 'correction' }
}

const newestCorrection = z.object({ since: z.string().nullable() })

/**
 * Returns the error message and field errors for the draft. If a colleague saved first, `since` is that of their
 * correction.
 */
function refusalOf(error: Error, { since }: CorrectLineRequest): Pick<Draft, 'message' | 'fields' | 'since'> {
  const { fields } = error instanceof HttpError ? error.body : {}
  const newest = error instanceof HttpError ? newestCorrection.safeParse(error.body).data : undefined
  return {
    message: error.message,
    ...(fields && { fields }),
    since: newest ? newest.since : since,
  }
}
