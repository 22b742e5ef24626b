import type { CorrectLineRequest } from '@alumni/shared/exchange/import-corrections'
import { importStatusReply, type ImportRow, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { HttpError, request } from '../../../http.ts'
import { useUnsaved } from '../../../ui/form/unsaved.ts'
import { useAction } from '../../../ui/use-action.ts'
import { countOf } from '../../../ui/words/numbers.ts'

/** What a person has typed for a line and not saved yet, by field, and why it was refused. */
export type Draft = Omit<CorrectLineRequest, 'line'> & {
  line: number
  isSaving: boolean
  sentence?: string
  fields?: Record<string, string>
}

type Corrections = {
  drafts: ReadonlyMap<number, Draft>
  canCorrect: boolean
  edit: (row: ImportRow, cells: Record<string, string>) => void
  discard: (line: number) => void
  /** Sends the line's cells; true when the line is part of the import now. */
  save: (request: CorrectLineRequest) => Promise<boolean>
}

const CorrectionsContext = createContext<Corrections | null>(null)

export function useCorrections(): Corrections {
  const corrections = useContext(CorrectionsContext)
  if (!corrections) throw new Error('Corrections are made on the page of an import.')
  return corrections
}

/** Stores what is typed into skipped lines above the table, so that it outlives the rows and the state of the import. */
export function CorrectionsProvider({ batch, children }: { batch: ImportStatusReply; children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  useUnsaved(drafts.size > 0)
  const post = useAction(
    (body: CorrectLineRequest) =>
      request(`${batch.links.self}/corrections`, importStatusReply, { method: 'POST', body, patienceInMs: 120_000 }),
    { invalidates: ['imports'], isErrorInline: true, successNotice: savedWords },
  )
  const change = (line: number, draft: Draft | null) =>
    setDrafts((before) => {
      const after = new Map(before)
      if (draft) after.set(line, draft)
      else after.delete(line)
      return after
    })

  async function save(asked: CorrectLineRequest): Promise<boolean> {
    const { line } = asked
    if (drafts.get(line)?.isSaving) return false
    const draft: Draft = { ...asked, isSaving: false }
    change(line, { ...draft, isSaving: true })
    try {
      await post.mutateAsync(asked)
      change(line, null)
      return true
    } catch (error) {
      change(line, { ...draft, ...refusalOf(error as Error, asked) })
      return false
    }
  }

  const value: Corrections = {
    drafts,
    canCorrect: batch.status === 'review' && batch.corrections?.refusal === null,
    edit({ line, corrected }, cells) {
      const { since = corrected?.at ?? null, cells: before } = drafts.get(line) ?? {}
      change(line, { line, since, cells: { ...before, ...cells }, isSaving: false })
    },
    discard: (line) => change(line, null),
    save,
  }
  return <CorrectionsContext value={value}>{children}</CorrectionsContext>
}

function savedWords({ counts }: ImportStatusReply, { line, cells }: CorrectLineRequest) {
  const left = counts?.skipped ?? 0
  const leftWords = left === 0 ? 'No line is skipped now.' : `${countOf(left, ['line is', 'lines are'])} still skipped.`
  const did = Object.keys(cells).length > 0 ? 'is corrected' : 'is back to its uploaded values'
  return { message: `Line ${line} ${did}. ${leftWords}`, about: 'correction' }
}

const newestCorrection = z.object({ since: z.string().nullable() })

/** Why a correction was refused; where a colleague was first, saving again compares with theirs. */
function refusalOf(error: Error, { since }: CorrectLineRequest): Pick<Draft, 'sentence' | 'fields' | 'since'> {
  const { fields } = error instanceof HttpError ? error.body : {}
  const newest = error instanceof HttpError ? newestCorrection.safeParse(error.body).data : undefined
  return {
    sentence: error.message,
    ...(fields && { fields }),
    since: newest ? newest.since : since,
  }
}
