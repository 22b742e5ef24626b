import { migrate as migrateWith } from './database/migrate.ts'

/** The functions and triggers of each feature. */
const routines = [
  'alumni/alumni-changes.sql',
  'alumni/alumni-emails.sql',
  'batch-search/name-key.sql',
  'engagement-stats/statistics-log.sql',
  'engagement-stats/statistics.sql',
].map((name) => ({ name, url: new URL(name, import.meta.url) }))

/** Brings the schema up to date as its owner. Returns the names of what it ran. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  return migrateWith(ownerUrl, routines)
}
