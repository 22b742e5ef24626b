import { parseNoOptions } from '../foundations/process/command-line.ts'
import { requeueJobs } from '../operations/index.ts'
import { runBackupCommand } from './run-backup-command.ts'

parseNoOptions('npm run requeue   after a lost queue (MongoDB): queues the jobs of waiting letters and imports again')
await runBackupCommand(async ({ db }) => {
  const { letters, imports } = await requeueJobs(db)
  console.log(
    `Queued the jobs of ${letters} letters and ${imports} imports again. Recurring jobs come back by themselves.`,
  )
})
