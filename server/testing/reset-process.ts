// A server that kills itself right after its reply: `node reset-process.ts EMAIL` requests a new password.
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { openDb } from '../src/schema.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { createLog } from '../src/foundations/process/log.ts'

const config = readConfig(process.env)
const db = await openDb(config.DATABASE_URL!, { max: 3, statementTimeoutMs: 20_000 })
const context = { config, db, files: await createFiles(config) }
const app = await buildApp(context, { log: createLog(config, { write: () => undefined }) })
const reply = await app.inject({ method: 'POST', url: '/password-resets', payload: { email: process.argv[2] } })
process.kill(process.pid, reply.statusCode === 200 ? 'SIGKILL' : 'SIGTERM')
