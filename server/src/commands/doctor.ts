import { doctorReport } from '@alumni/shared/operations/doctor'
import { databaseUrls, embeddedFolder, type DatabaseUrls } from '../foundations/database/database.ts'
import { isClusterRunning } from '../foundations/database/embedded.ts'
import { createFiles } from '../foundations/files/files.ts'
import { parseCommandLine } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import type { Config } from '../foundations/process/config.ts'
import { examine, exitCodeOf, createInstallation, formatReport } from '../operations/index.ts'
import { openDb } from '../schema.ts'

const usage = `npm run doctor [-- --json]   checks everything that the service needs, running or not: one line each, with a command for
                             each problem. Writes one test file and removes it; sends no letter.
                             Exit 0: good; 1: something needs attention; 2: something is bad.`
const isJson = parseCommandLine(usage, { options: { json: { type: 'boolean' } } }, ({ values }) => values.json === true)
const config = readProcessConfig({ exitCode: 2 })
const urls = await urlsOf(config)
const db = await openDb(urls.app, { max: 4, statementTimeoutMs: 4000 })
const report = await examine(createInstallation({ config, db, files: await createFiles(config) }, urls))
console.log(isJson ? JSON.stringify(doctorReport.parse(report), null, 2) : formatReport(report).join('\n'))
// Exits explicitly, because a check that gets no answer may keep a connection open.
process.exit(exitCodeOf(report))

/** Returns unreachable URLs if the embedded database is not running, instead of starting it. */
async function urlsOf(config: Config): Promise<DatabaseUrls> {
  if (config.DATABASE_URL || (await isClusterRunning(embeddedFolder(config)))) return databaseUrls(config)
  const nowhere = 'postgres://alumni_login@127.0.0.1:1/alumni'
  return { app: nowhere, owner: nowhere }
}
