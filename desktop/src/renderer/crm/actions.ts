import {
  crmConflict,
  exportReply,
  resolveManyReply,
  type CrmConflict,
  type ExportBatch,
  type Keep,
  type ResolveManyReply,
} from '@alumni/shared/crm'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { HttpError, request } from '../http.ts'
import { countOf } from '../ui/words/numbers.ts'
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
    onError: sayRefusal,
    onSettled: () => lookAgain(queryClient),
  })
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
          message: `${countOf(resolved, ['conflict is', 'conflicts are'])} settled.`,
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

function refusedWords(refused: ResolveManyReply['refused']): string {
  const first = refused.slice(0, 3).map(({ name, buid, error }) => `${name || buid}: ${error}`)
  return [...first, ...(refused.length > 3 ? [`And ${refused.length - 3} more.`] : [])].join(' ')
}

/** Marks as many pending changes as were seen as exported. */
export function useExport(onDone: (batch: ExportBatch) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (confirm_count: number) =>
      request(`${changesUrl}/export`, exportReply, { method: 'POST', body: { confirm_count } }),
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

function sayRefusal(error: Error): void {
  if (error instanceof HttpError && error.status === 401) return
  notifications.show({
    color: 'red',
    title: 'Nothing has been done',
    message: error.message,
    autoClose: false,
    role: 'alert',
  })
}

async function lookAgain(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['crm'] }),
    queryClient.invalidateQueries({ queryKey: ['alumni'] }),
  ])
}
