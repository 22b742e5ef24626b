import { parseNoOptions } from '../foundations/process/command-line.ts'
import { runBackupCommand } from './run-backup-command.ts'
import { createBackup } from '../operations/index.ts'

parseNoOptions('npm run backup   backs up the database and the files to BACKUP_URL, encrypted for BACKUP_RECIPIENTS')
await runBackupCommand(async (context, signal) => {
  const { id, tables, files, missing_files } = await createBackup(context, { signal })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Backup ${id} is complete: ${tables.length} tables with ${rows} rows, ${files} files.`)
  if (missing_files > 0) console.log(`${missing_files} files named in the database are missing: check the storage.`)
})
