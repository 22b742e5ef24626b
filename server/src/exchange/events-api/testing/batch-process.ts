// Sends one batch to a server in this process: `node batch-process.ts BATCH_ID ROWS STATEMENT`, with the key in
// API_KEY. Kills itself right after it has sent that statement to PostgreSQL.
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../foundations/process/config.ts'
import { openDb } from '../../../schema.ts'
import { createFiles } from '../../../foundations/files/files.ts'
import { createLog } from '../../../foundations/process/log.ts'
import { signalAfterStatements } from '../../../../testing/signal-after-statements.ts'
import { attendees } from './attendees.ts'

const [batch_id = '', rows, statement] = process.argv.slice(2)
const config = readConfig(process.env)
const db = await openDb(config.DATABASE_URL!, { max: 3, statementTimeoutMs: 20_000 })
const context = {
  config,
  db,
  files: await createFiles(config),
}
const app = await buildApp(context, { log: createLog(config, { write: () => undefined }) })
signalAfterStatements(Number(statement), 'SIGKILL')
const reply = await app.inject({
  method: 'POST',
  url: '/api/v1/engagements/batch',
  headers: { authorization: `Bearer ${process.env.API_KEY}` },
  payload: { batch_id, engagements: attendees(Number(rows), batch_id) },
})
process.exit(reply.statusCode === 200 ? 0 : 3)
