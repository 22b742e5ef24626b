import { noOptions } from '../foundations/process/command-line.ts'
import { askForJobsAgain } from '../operations/index.ts'
import { backupsOfProcess } from './backups-of-process.ts'

noOptions('npm run requeue   after a lost queue (MongoDB): asks anew for the jobs of waiting letters and imports')
await backupsOfProcess(async ({ db }) => {
  const { letters, imports } = await askForJobsAgain(db)
  console.log(`Asked anew for ${letters} letters and ${imports} imports. What comes back by itself needs nothing.`)
})
