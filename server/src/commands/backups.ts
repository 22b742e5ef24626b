import { parseNoOptions } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { listBackups, openTarget } from '../operations/index.ts'
import { printProblems } from './run-backup-command.ts'

parseNoOptions('npm run backups   lists the backups at BACKUP_URL, the newest first')
await printProblems(async () => {
  const config = readProcessConfig()
  const listed = await listBackups(config, await openTarget(config))
  if (listed.length === 0) console.log('There is no backup yet. npm run backup makes one.')
  for (const backup of listed)
    if ('problem' in backup) console.log(`${backup.id}  cannot be restored: ${backup.problem}`)
    else {
      const { id, snapshot_at, release, database, files, recipients } = backup.manifest
      const megabytes = (database.bytes / 1024 ** 2).toFixed(1)
      console.log(
        `${id}  ${snapshot_at}  ${release}  ${megabytes} MB, ${files} files${recipients.length > 0 ? ', encrypted' : ''}`,
      )
    }
})
