import * as alumni from './alumni/entities.ts'
import * as apiKeys from './api-keys/entities.ts'
import * as catalog from './catalog/entities.ts'
import * as championSignup from './champion-signups/entities.ts'
import * as champions from './champions/entities.ts'
import * as content from './content/entities.ts'
import * as crm from './crm/entities.ts'
import { migrate as migrateWith } from './database/migrate.ts'
import { connectOrm as connectOrmWith, type ConnectionShare, type Orm } from './database/orm.ts'
import type { TablesOf } from './database/tables.ts'
import * as statistics from './engagement-stats/entities.ts'
import * as engagements from './engagements/entities.ts'
import * as eventsApi from './events-api/entities.ts'
import * as health from './health/entities.ts'
import * as giving from './giving/entities.ts'
import * as identity from './identity/entities.ts'
import * as imports from './imports/entities.ts'
import { ContactSchema, EducationSchema, EmploymentSchema } from './imports/import-batch.ts'
import * as jobs from './jobs/entities.ts'
import * as mail from './mail/entities.ts'
import * as opportunities from './opportunities/entities.ts'
import * as photos from './photos/entities.ts'
import * as profile from './profile/entities.ts'
import * as reports from './reports/entities.ts'
import * as savedSearches from './saved-searches/entities.ts'
import * as merges from './signup-merges/entities.ts'
import * as signups from './signups/entities.ts'
import { AuditEntrySchema } from './staff/audit-entry.ts'
import { PasswordResetSchema } from './staff/password-reset.ts'
import * as secondFactor from './staff/entities.ts'
import { StaffSessionSchema } from './staff/staff-session.ts'
import { StaffUserSchema } from './staff/staff-user.ts'

/** Every table but those of the migrations themselves. */
const entities = Object.values({
  ...alumni,
  ...apiKeys,
  ...catalog,
  ...champions,
  ...championSignup,
  ...content,
  ...crm,
  ...statistics,
  ...engagements,
  ...eventsApi,
  ...health,
  ...giving,
  ...identity,
  ...imports,
  ContactSchema,
  EducationSchema,
  EmploymentSchema,
  ...jobs,
  ...mail,
  ...merges,
  ...opportunities,
  ...photos,
  ...profile,
  ...reports,
  ...savedSearches,
  ...signups,
  AuditEntrySchema,
  PasswordResetSchema,
  ...secondFactor,
  StaffSessionSchema,
  StaffUserSchema,
})

declare module './database/tables.ts' {
  interface Tables extends TablesOf<(typeof entities)[number]> {}
}

/** The functions and triggers of each feature. */
const routines = [
  'alumni/alumni-changes.sql',
  'alumni/alumni-emails.sql',
  'batch-search/name-key.sql',
  'champion-signups/signup-words.sql',
  'champions/surviving-signup.sql',
  'engagement-stats/statistics-calendar.sql',
  'engagement-stats/statistics-log.sql',
  'engagement-stats/statistics-fold.sql',
  'engagement-stats/statistics-rebuild.sql',
  'giving/giving-rows.sql',
  'profile/forget-audited-values.sql',
].map((name) => ({ name, url: new URL(name, import.meta.url) }))

/** Brings the schema up to date as its owner. Returns the names of what it ran. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  return migrateWith(ownerUrl, routines)
}

/** Connects as the app's role, which has no DDL. */
export async function connectOrm(url: string, share: ConnectionShare): Promise<Orm> {
  return connectOrmWith(entities, url, share)
}
