import { backupsState } from '@alumni/shared/operations/backups'
import { read } from '../../ui/read.ts'

export const backupsUrl = '/settings/backups'

export const backupsQuery = read(['settings', 'backups'], backupsUrl, backupsState, {
  refetchInterval: ({ state }) => (state.data?.running ? 2000 : 10_000),
})
