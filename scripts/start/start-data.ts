import { DatabaseNotEmpty, loadDemoData } from '../../server/demo/load-demo-data.ts'
import { ensureDemoStaff } from '../../server/demo/demo-staff.ts'
import { sendDemoLetters } from '../../server/demo/list-letters.ts'
import { UnusableDatabase } from '../../server/src/foundations/database/unusable-database.ts'
import { migrateWhenReachable } from '../../server/src/foundations/database/prepare-database.ts'
import { createFiles } from '../../server/src/foundations/files/files.ts'
import { readProcessConfig } from '../../server/src/foundations/process/process-config.ts'
import { UnusableFile } from '../../server/src/foundations/process/stored-file.ts'
import { migrate, openDb } from '../../server/src/schema.ts'
import { storedPassword } from './stored-password.ts'
import { readStartOptions } from './start-options.ts'
import { print, step } from './start-steps.ts'

// `npm start` runs this before server and worker. Sends the reason of a failure to the parent process.
const config = readProcessConfig()
const urls = { app: config.DATABASE_URL!, owner: config.MIGRATION_DATABASE_URL! }
try {
  await step('Schema up to date', () => migrateWhenReachable(urls, { migrate, timeoutMs: 10_000, onWait: print }))
  const password = config.DEMO_PASSWORD ?? storedPassword(config.DATA_DIR)
  if (!config.isProduction) await ensurePeople(password)
} catch (error) {
  const isExpected = [UnusableDatabase, UnusableFile].some((kind) => error instanceof kind)
  process.send!(isExpected ? (error as Error).message : String((error as Error).stack))
  process.exitCode = 1
}
process.disconnect()

async function ensurePeople(password: string): Promise<void> {
  const { alumni, isAlumniAsked } = readStartOptions()
  let isNew = alumni > 0
  if (isNew) {
    const files = await createFiles(config)
    await step(`${alumni.toLocaleString('en-US')} demo alumni loaded`, () =>
      loadDemoData(urls.owner, { alumni, files }),
    ).catch((error: unknown) => {
      if (!(error instanceof DatabaseNotEmpty)) throw error
      isNew = false
      if (isAlumniAsked) print('There is data already, so --alumni does nothing. Add --reset to start over.')
    })
  }
  const db = await openDb(urls.app, { max: 1, statementTimeoutMs: 20_000 })
  await ensureDemoStaff(db, password)
    .then(async () => {
      if (isNew) await sendDemoLetters(db)
    })
    .finally(() => db.destroy())
}
