import { fieldLabel } from '@alumni/shared/alumni/record'
import {
  crmConflict,
  exportReply,
  loaderResultsReply,
  resolveManyReply,
  withdrawReply,
  type CrmChange,
  type CrmConflict,
  type ExportBatch,
  type ExportRequest,
  type Keep,
  type LoaderResultsReply,
  type ResolveManyReply,
} from '@alumni/shared/exchange/crm'
import { uploadFile } from '../../domain/files/upload-file.ts'
import { request } from '../../http.ts'
import { notifyError } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { changesUrl, conflictsUrl } from './queries.ts'

/** Actions on these pages change what they and the records show. */
export const invalidates = ['crm', 'alumni']

const aboutConflict = (id: number) => `conflict ${id}`
/** The subject of messages about exports: a newer one may have undone what an older one offers to undo. */
export const aboutExports = 'exports of changes'

/** Settles one conflict as the person saw it. */
export function useResolve() {
  const undo = useUndoSettlement()
  return useAction(
    ({ conflict: { id, theirs }, keep }: { conflict: CrmConflict; keep: Keep }) =>
      request(`${conflictsUrl}/${id}`, crmConflict, { method: 'POST', body: { keep, theirs } }),
    {
      invalidates,
      done: ({ id, field, name, buid, links }, { keep }) => ({
        about: aboutConflict(id),
        title: keep === 'ours' ? 'Our value is kept' : 'The CRM’s value is used',
        message: `${fieldLabel(field)} of ${name || buid} is settled.`,
        onUndo: () => links.undo && undo.mutate(links.undo),
      }),
    },
  )
}

/** Opens a conflict again, and puts back what settling it has changed. */
export function useUndoSettlement() {
  return useAction((url: string) => request(url, crmConflict, { method: 'POST' }), {
    invalidates,
    done: ({ id, field, name, buid }) => ({
      about: aboutConflict(id),
      title: 'Undone',
      message: `${fieldLabel(field)} of ${name || buid} is waiting for a decision again.`,
    }),
  })
}

export type Settled =
  | { ids: number[] }
  | { filter: { batch_id?: number | undefined; q?: string | undefined }; confirm_count: number }

/** Settles many; goes on while the server says that there are more. */
export function useResolveMany() {
  return useAction(
    async (settlement: Settled & { keep: Keep }): Promise<ResolveManyReply> => {
      const whole: ResolveManyReply = { resolved: 0, refused: [], next: null }
      for (let body: object = settlement; ;) {
        const { resolved, refused, next } = await request(conflictsUrl, resolveManyReply, { method: 'POST', body })
        whole.resolved += resolved
        whole.refused.push(...refused)
        if (!next) return whole
        body = { ...settlement, ...next }
      }
    },
    {
      invalidates,
      done: ({ resolved }) =>
        resolved > 0
          ? {
              title: 'Settled',
              message: `${countOf(resolved, ['conflict is', 'conflicts are'])} settled. You can undo each one in the list of settled conflicts.`,
            }
          : undefined,
      onDone: ({ refused }) =>
        notifyRefused(`${countOf(refused.length, ['conflict', 'conflicts'])} left open`, refused),
    },
  )
}

function notifyRefused(title: string, refused: { name: string; buid: string; error: string }[]): void {
  if (refused.length === 0) return
  const words = refused.slice(0, 3).map(({ name, buid, error }) => `${name || buid}: ${error}`)
  if (refused.length > 3) words.push(`And ${refused.length - 3} more.`)
  notifyError(title, new Error(words.join(' ')))
}

/** Marks the pending changes that were seen as exported. */
export function useExport(onDone: (batch: ExportBatch) => void) {
  return useAction(exportChanges, { invalidates, onDone: ({ export_batch }) => onDone(export_batch) })
}

export function exportChanges(body: ExportRequest) {
  return request(`${changesUrl}/export`, exportReply, { method: 'POST', body })
}

export function undoExport(url: string) {
  return request(url, exportReply, { method: 'POST', body: {} })
}

export function useUndoExport() {
  return useAction(undoExport, {
    invalidates,
    done: ({ moved }) => ({
      about: aboutExports,
      title: 'Export undone',
      message: `${countOf(moved, ['change is', 'changes are'])} pending again.`,
    }),
  })
}

/** Withdraws pending changes as the person saw them. */
export function useWithdraw(onDone: () => void) {
  return useAction(
    ({ changes, reason }: { changes: readonly CrmChange[]; reason: string }) =>
      request(`${changesUrl}/withdrawals`, withdrawReply, {
        method: 'POST',
        body: { changes: changes.map(({ id, after }) => ({ id, after })), reason },
      }),
    {
      invalidates,
      done: ({ withdrawn }) =>
        withdrawn > 0
          ? { title: 'Withdrawn', message: `${countOf(withdrawn, ['change does', 'changes do'])} not go to the CRM.` }
          : undefined,
      onDone({ refused }, { changes }) {
        const nameOf = (id: number) => changes.find((change) => change.id === id)?.name ?? ''
        notifyRefused(
          countOf(refused.length, ['change stays as it was', 'changes stay as they were']),
          refused.map(({ id, error }) => ({ name: nameOf(id), buid: '', error })),
        )
        onDone()
      },
    },
  )
}

/** Sends what the CRM's loader has written about an export. */
export function useLoaderResults(onDone: (reply: LoaderResultsReply) => void) {
  return useAction(({ url, file }: { url: string; file: File }) => uploadFile(url, file, loaderResultsReply), {
    invalidates,
    onDone,
    isErrorInline: true,
  })
}
