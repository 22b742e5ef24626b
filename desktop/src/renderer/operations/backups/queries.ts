import { backupsState } from '@alumni/shared/operations/backups'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'

const url = '/settings/backups'

export const backupsQuery = queryOptions({
  queryKey: ['settings', 'backups'],
  queryFn: ({ signal }) => request(url, backupsState, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? 2000 : 10_000),
})

/** Lets a worker make a backup. */
export function useBackUp() {
  return useAction(() => request(url, z.object({}), { method: 'POST', body: {} }), {
    done: () => ({ title: 'Requested', message: 'A worker is making the backup; this page shows its progress.' }),
    invalidates: ['settings'],
  })
}
