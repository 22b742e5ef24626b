import { Migration } from '@mikro-orm/migrations'

/** What a scan noticed about a file as a whole, for the review to say. */
export class ImportFindings extends Migration {
  override up(): void {
    for (const table of ['contact_import_batches', 'education_import_batches', 'employment_import_batches'])
      this.addSql(`alter table ${table} add column findings jsonb`)
  }
}
