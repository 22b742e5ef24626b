import { fieldName } from '@alumni/shared/alumni/record'
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
  type WithdrawReply,
} from '@alumni/shared/exchange/crm'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { sayWithUndo } from '../../ui/undo-toast.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { changesUrl, conflictsUrl } from './queries.ts'

/** Settles one conflict as the person saw it. */
export function useResolve() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ conflict, keep }: { conflict: CrmConflict; keep: Keep }) =>
      request(`${conflictsUrl}/${conflict.id}`, crmConflict, {
        method: 'POST',
        body: { keep, theirs: conflict.theirs },
      }),
    onSuccess: ({ field, name, buid, links: { undo } }, { keep }) =>
      sayWithUndo(
        keep === 'ours' ? 'Ours is kept' : 'The CRM’s is taken',
        `${fieldName(field)} of ${name || buid} is settled.`,
        () => undo && void undoSettlement(queryClient, undo),
      ),
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

/** Opens a conflict again, and puts back what settling it has changed. */
export function useUndoSettlement() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: (url: string) => undoSettlement(queryClient, url) })
}

async function undoSettlement(queryClient: QueryClient, url: string): Promise<void> {
  try {
    const { field, name, buid } = await request(url, crmConflict, { method: 'POST' })
    notifications.show({
      color: 'green',
      title: 'Undone',
      message: `${fieldName(field)} of ${name || buid} waits for a decision again.`,
    })
  } catch (error) {
    sayRefusal(error as Error)
  }
  await lookAgain(queryClient)
}

export type Settlement = { keep: Keep } & (
  | { ids: number[] }
  | { filter: { batch_id?: number | undefined; q?: string | undefined }; confirm_count: number }
)

/** Settles many; goes on while the server says that there are more. */
export function useResolveMany() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(settlement: Settlement): Promise<ResolveManyReply> {
      const whole: ResolveManyReply = { resolved: 0, refused: [], next: null }
      for (let body: object = settlement; ;) {
        const { resolved, refused, next } = await request(conflictsUrl, resolveManyReply, { method: 'POST', body })
        whole.resolved += resolved
        whole.refused.push(...refused)
        if (!next) return whole
        body = { ...settlement, ...next }
      }
    },
    onSuccess: ({ resolved, refused }) => {
      if (resolved > 0)
        notifications.show({
          color: 'green',
          title: 'Settled',
          message: `${countOf(resolved, ['conflict is', 'conflicts are'])} settled. Among the settled ones each can be undone.`,
        })
      if (refused.length > 0)
        notifications.show({
          color: 'red',
          title: `${countOf(refused.length, ['conflict', 'conflicts'])} left open`,
          message: refusedWords(refused),
          autoClose: false,
          role: 'alert',
        })
    },
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

function refusedWords(refused: { name: string; buid: string; error: string }[]): string {
  const first = refused.slice(0, 3).map(({ name, buid, error }) => `${name || buid}: ${error}`)
  return [...first, ...(refused.length > 3 ? [`And ${refused.length - 3} more.`] : [])].join(' ')
}

/** Marks the pending changes that were seen as exported. */
export function useExport(onDone: (batch: ExportBatch) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ExportRequest) => request(`${changesUrl}/export`, exportReply, { method: 'POST', body }),
    onSuccess: ({ export_batch }) => onDone(export_batch),
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

export function useUndo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => request(url, exportReply, { method: 'POST', body: {} }),
    onSuccess: ({ moved }) =>
      notifications.show({
        color: 'green',
        title: 'Export undone',
        message: `${countOf(moved, ['change is', 'changes are'])} pending again.`,
      }),
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

/** Withdraws pending changes as the person saw them. */
export function useWithdraw(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ changes, reason }: { changes: readonly CrmChange[]; reason: string }) =>
      request(`${changesUrl}/withdrawals`, withdrawReply, {
        method: 'POST',
        body: { changes: changes.map(({ id, after }) => ({ id, after })), reason },
      }),
    onSuccess: (reply, { changes }) => {
      sayWithdrawn(reply, changes)
      onDone()
    },
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
}

function sayWithdrawn({ withdrawn, refused }: WithdrawReply, changes: readonly CrmChange[]): void {
  if (withdrawn > 0)
    notifications.show({
      color: 'green',
      title: 'Withdrawn',
      message: `${countOf(withdrawn, ['change does', 'changes do'])} not go to the CRM.`,
    })
  if (refused.length === 0) return
  const nameOf = (id: number) => changes.find((change) => change.id === id)?.name ?? ''
  notifications.show({
    color: 'red',
    title: refused.length === 1 ? '1 change stays as it was' : `${refused.length} changes stay as they were`,
    message: refusedWords(refused.map(({ id, error }) => ({ name: nameOf(id), buid: '', error }))),
    autoClose: false,
    role: 'alert',
  })
}

/** Sends what the CRM's loader has written about an export. */
export function useLoaderResults(onDone: (reply: LoaderResultsReply) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url, file }: { url: string; file: File }) => {
      const body = new FormData()
      body.append('file', file)
      return request(url, loaderResultsReply, { method: 'POST', body, patienceInMs: 10 * 60_000 })
    },
    onSuccess: onDone,
    onSettled: () => lookAgain(queryClient),
  })
}

/** What was done on these pages changes what they and the records show. */
export async function lookAgain(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['crm'] }),
    queryClient.invalidateQueries({ queryKey: ['alumni'] }),
  ])
}
