import { backupsState } from '@alumni/shared/operations/backups'
import { z } from 'zod'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { read } from '../../ui/read.ts'

const url = '/settings/backups'

export const backupsQuery = read(['settings', 'backups'], url, backupsState, {
  refetchInterval: ({ state }) => (state.data?.running ? 2000 : 10_000),
})

/** Lets a worker make a backup. */
export function useBackUp() {
  return useAction(() => request(url, z.object({}), { method: 'POST', body: {} }), {
    done: () => ({ title: 'Requested', message: 'A worker is making the backup; this page shows its progress.' }),
    invalidates: ['settings'],
  })
}
