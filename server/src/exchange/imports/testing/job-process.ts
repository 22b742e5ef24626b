// Runs one job: `node job-process.ts scan|apply TYPE ID SIGNAL STATEMENT`. Sends itself SIGNAL (SIGKILL or SIGSTOP)
// right after it has sent that statement to PostgreSQL.
import type { ImportType } from '@alumni/shared/exchange/imports'
import { readConfig } from '../../../foundations/process/config.ts'
import { openDb } from '../../../schema.ts'
import { createFiles } from '../../../foundations/files/files.ts'
import { signalAfterStatements } from '../../../../testing/signal-after-statements.ts'
import { applyImport } from '../apply/apply.ts'
import { scanImport } from '../scan/scan.ts'

const [job, type, id, signal, statement] = process.argv.slice(2) as [
  'scan' | 'apply',
  ImportType,
  string,
  NodeJS.Signals,
  string,
]
const config = readConfig(process.env)
const db = await openDb(config.DATABASE_URL!, { max: 4, statementTimeoutMs: 0, idleInTransactionMs: 1000 })
signalAfterStatements(Number(statement), signal)
const context = { db, files: await createFiles(config) }
const ref = { type, id: Number(id) }
try {
  if (job === 'scan') await scanImport(context, ref)
  else await applyImport(context, ref, new AbortController().signal)
} catch (error) {
  console.error(String(error))
  process.exitCode = 3
}
await db.destroy().catch(() => undefined)
process.exit()
