import { parseNoOptions } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { prepareDatabase } from '../foundations/database/prepare-database.ts'
import { runDeferredMigrations, migrate } from '../schema.ts'

parseNoOptions(
  'npm run migrate   migrates the schema of DATABASE_URL, with the login of MIGRATION_DATABASE_URL if that is set',
)
const { migrated } = await prepareDatabase(readProcessConfig(), async (owner, options) => [
  ...(await migrate(owner, options)),
  ...(await runDeferredMigrations(owner, options)),
])
console.log(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}` : 'The database is up to date.')
