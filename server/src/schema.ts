import * as alumni from './alumni/record/entities.ts'
import * as apiKeys from './staff/api-keys/entities.ts'
import * as backup from './operations/backup/entities.ts'
import * as catalog from './alumni/catalog/entities.ts'
import * as champions from './champions/entities.ts'
import * as listLetters from './publications/list-letters/entities.ts'
import * as asks from './publications/asks/entities.ts'
import * as publications from './publications/entities.ts'
import * as crm from './exchange/crm/entities.ts'
import { runDeferredMigrations as runDeferredWith, migrate as migrateWith } from './foundations/database/migrate.ts'
import type { MigrateOptions } from './foundations/database/migrate.ts'
import { listOlderProcesses } from './operations/releases/older-processes.ts'
import type { Db } from './foundations/database/db.ts'
import { openDb as openDbWith, type PoolOptions } from './foundations/database/orm.ts'
import type { TablesOf } from './foundations/database/tables.ts'
import * as engagements from './alumni/engagements/entities.ts'
import * as eventsApi from './exchange/events-api/entities.ts'
import * as health from './operations/health/entities.ts'
import * as incidents from './operations/checks/entities.ts'
import * as giving from './exchange/giving/entities.ts'
import * as imports from './exchange/imports/entities.ts'
import { ContactSchema, EducationSchema, EmploymentSchema } from './exchange/imports/import-batch.ts'
import * as http from './foundations/http/entities.ts'
import * as jobs from './foundations/jobs/entities.ts'
import * as mail from './foundations/mail/entities.ts'
import * as reports from './alumni/reports/entities.ts'
import * as savedSearches from './alumni/saved-searches/entities.ts'
import {
  AuditEntrySchema,
  PasswordResetSchema,
  StaffSessionSchema,
  StaffUserSchema,
} from './staff/accounts/staff-user.ts'
import * as secondFactor from './staff/accounts/entities.ts'

const entities = Object.values({
  ...alumni,
  ...apiKeys,
  ...asks,
  ...backup,
  ...catalog,
  ...champions,
  ...publications,
  ...listLetters,
  ...crm,
  ...engagements,
  ...eventsApi,
  ...health,
  ...incidents,
  ...giving,
  ...imports,
  ContactSchema,
  EducationSchema,
  EmploymentSchema,
  ...http,
  ...jobs,
  ...mail,
  ...reports,
  ...savedSearches,
  AuditEntrySchema,
  PasswordResetSchema,
  ...secondFactor,
  StaffSessionSchema,
  StaffUserSchema,
})

declare module './foundations/database/tables.ts' {
  interface Tables extends TablesOf<(typeof entities)[number]> {}
}

/** The functions and triggers of each feature, in dependency order. */
const routines = [
  'alumni/record/alumni-changes.sql',
  'alumni/record/alumni-emails.sql',
  'alumni/record/given-names.sql',
  'alumni/reports/look-alikes.sql',
  'champions/merges/find-duplicates.sql',
  'champions/staff-pages/signup-query.sql',
  'champions/record/surviving-signup.sql',
  'alumni/record/ask-changes.sql',
  'alumni/record/letter-opt-outs.sql',
  'publications/engine/person-answers.sql',
  'publications/engine/publication-state.sql',
  'publications/list-letters/letter-decisions.sql',
  'champions/profile/forget-audited-values.sql',
].map((name) => ({ name, url: new URL(name, import.meta.url) }))

export async function migrate(ownerUrl: string, options?: MigrateOptions): Promise<string[]> {
  return migrateWith(ownerUrl, { routines, listOlderProcesses }, options)
}

export async function runDeferredMigrations(ownerUrl: string, options: MigrateOptions): Promise<string[]> {
  return runDeferredWith(ownerUrl, { routines, listOlderProcesses }, options)
}

export async function openDb(url: string, options: PoolOptions): Promise<Db> {
  return openDbWith(entities, url, options)
}
