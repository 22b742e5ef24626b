import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NeedsOtherRelease, listPendingMigrations } from '../foundations/database/migrate.ts'
import { databaseUrls } from '../foundations/database/database.ts'
import { appSession } from '../foundations/database/session.ts'
import { withClient } from '../foundations/database/with-client.ts'
import { parseCommandLine } from '../foundations/process/command-line.ts'
import { projectRoot } from '../foundations/process/config.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { findTagProblems } from '../operations/index.ts'

const usage = `npm run deploy-check -- v1.2.3   checks whether this code may be deployed under this tag: it is the first entry of
                                 RELEASES.md, its migrations are frozen and unchanged, and the database (if DATABASE_URL
                                 is set) has not skipped a required release. Otherwise exit 1 and a sentence for each
                                 reason.`
const tag = parseCommandLine(usage, { allowPositionals: true }, ({ positionals }) => {
  if (positionals.length !== 1) throw new Error('Name one tag')
  return positionals[0]!
})
const problems = [...problemsOfCode(), ...(process.env.DATABASE_URL ? await problemsOfDatabase() : [])]
if (problems.length === 0) console.log(`${tag} may be deployed.`)
else {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

function problemsOfCode(): string[] {
  try {
    return findTagProblems(tag, readFileSync(join(projectRoot, 'RELEASES.md'), 'utf8'))
  } catch (error) {
    return [`${(error as Error).message}.`]
  }
}

async function problemsOfDatabase(): Promise<string[]> {
  const { app } = await databaseUrls(readProcessConfig())
  return withClient({ connectionString: app, options: appSession }, listPendingMigrations).then(
    () => [],
    (error: Error) => [
      error instanceof NeedsOtherRelease ? error.message : `The database could not be asked: ${error.message}.`,
    ],
  )
}
