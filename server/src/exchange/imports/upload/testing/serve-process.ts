import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '../../../../app.ts'
import { readConfig } from '../../../../foundations/process/config.ts'
import { createFiles } from '../../../../foundations/files/files.ts'
import { openDb } from '../../../../schema.ts'

/** The server as its environment says, on a free port that it tells its parent; it lives until it is killed. */
const config = readConfig(process.env)
const db = await openDb(config.DATABASE_URL!, { max: 3, statementTimeoutMs: 20_000 })
const app = await buildApp({ config, db, files: await createFiles(config) }, { log: pino({ level: 'silent' }) })
await app.listen({ port: 0, host: '127.0.0.1' })
process.once('disconnect', () => process.exit())
process.send!((app.server.address() as AddressInfo).port)
