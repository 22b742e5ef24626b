import { backupsState } from '@alumni/shared/operations/backups'
import { readQuery } from '../../ui/read-query.ts'

export const backupsUrl = '/settings/backups'

export const backupsQuery = readQuery(['settings', 'backups'], backupsUrl, backupsState, {
  refetchInterval: ({ state }) => (state.data?.running ? 2000 : 10_000),
})
