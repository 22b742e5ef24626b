import { NoDatabase } from '../../server/src/foundations/database/no-database.ts'
import { openDatabase } from '../../server/src/foundations/database/open-database.ts'
import { configOfProcess } from '../../server/src/foundations/process/process-config.ts'
import { UnusableFile } from '../../server/src/foundations/process/stored-file.ts'
import { migrate } from '../../server/src/schema.ts'
import { keptPassword } from './kept-password.ts'
import { readStartOptions } from './start-options.ts'
import { ensurePeople } from './start-people.ts'
import { say, step } from './start-steps.ts'

// `npm start` runs this before server and worker: it sends back the reason of a failure.
const config = configOfProcess()
const urls = { app: config.DATABASE_URL!, owner: config.MIGRATION_DATABASE_URL! }
try {
  const onWait = (sentence: string) => say(sentence)
  await step('Schema up to date', () => openDatabase(urls, { migrate, patienceMs: 10_000, onWait }))
  const password = config.DEMO_PASSWORD ?? keptPassword(config.DATA_DIR)
  if (!config.isProduction) await ensurePeople(config, urls, password, readStartOptions(), step, say)
} catch (error) {
  const isSentence = [NoDatabase, UnusableFile].some((kind) => error instanceof kind)
  process.send!(isSentence ? (error as Error).message : String((error as Error).stack))
  process.exitCode = 1
}
process.disconnect()
