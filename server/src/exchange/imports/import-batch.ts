import { p } from '@mikro-orm/core'
import type { ImportFindings } from '@alumni/shared/exchange/import-findings'
import { importStatuses } from '@alumni/shared/exchange/import-states'
import {
  importTypes,
  type FieldCount,
  type ImportCounts,
  type ImportProgress,
  type ImportStatusReply,
  type ImportType,
} from '@alumni/shared/exchange/imports'
import { defineTable } from '../../foundations/database/define-table.ts'
import { StaffUser } from '../../staff/index.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** A correction made during the review. `cells` maps headers to the corrected texts. */
export type StoredCorrection = {
  line: number
  cells: Record<string, string>
  by: string
  /** ISO 8601 in UTC. */
  at: string
}

const properties = {
  id: p.bigint('number').primary().autoincrement(),
  type: p.enum(importTypes),
  status: p.enum(importStatuses),
  imported_by: () => p.manyToOne(StaffUser).fieldName('imported_by_id'),
  file_name: p.text(),
  file_size: p.bigint('number'),
  file_key: p.text(),
  encoding: p.enum(encodings),
  manifest_key: p.text().nullable(),
  columns: p.json<ImportStatusReply['columns']>().defaultRaw("'[]'"),
  unknown_columns: p.json<ImportStatusReply['unknown_columns']>().defaultRaw("'[]'"),
  refused_columns: p.json<string[]>().defaultRaw("'[]'"),
  phase: p.text().$type<ImportProgress['phase']>().defaultRaw("'scanning'"),
  done: p.integer().defaultRaw('0'),
  total: p.integer().defaultRaw('0'),
  next_row: p.integer().defaultRaw('0'),
  next_byte: p.bigint('number').defaultRaw('0'),
  counts: p.json<ImportCounts>().nullable(),
  results: p.json<ImportCounts>().nullable(),
  findings: p.json<ImportFindings>().nullable(),
  field_counts: p.json<FieldCount[]>().nullable(),
  corrections: p.json<StoredCorrection[]>().nullable(),
  /** Number of records on file before the import of a snapshot. */
  on_file: p.integer().nullable(),
  confirmed_deletes: p.integer().nullable(),
  error: p.text().nullable(),
  undoes_id: p.bigint('number').nullable(),
  keeps_before_images: p.boolean().defaultRaw('false'),
  fence: p.integer().defaultRaw('0'),
  attempts: p.integer().defaultRaw('0'),
  started_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
  finished_at: p.datetime().nullable(),
}

export const ContactSchema = defineTable('contact_import_batches', properties)
export class ContactImportBatch extends ContactSchema.class {}
ContactSchema.setClass(ContactImportBatch)

/** Shared by educations and areas of study; `type` distinguishes them. */
export const EducationSchema = defineTable('education_import_batches', properties)
class EducationImportBatch extends EducationSchema.class {}
EducationSchema.setClass(EducationImportBatch)

export const EmploymentSchema = defineTable('employment_import_batches', properties)
class EmploymentImportBatch extends EmploymentSchema.class {}
EmploymentSchema.setClass(EmploymentImportBatch)

/** A batch of any type. All tables have the same columns; ids are unique only per table. */
export type ImportBatch = ContactImportBatch

type BatchEntity = typeof ContactImportBatch | typeof EducationImportBatch | typeof EmploymentImportBatch
type BatchTable = 'contact_import_batches' | 'education_import_batches' | 'employment_import_batches'

const entities: Record<ImportType, BatchEntity> = {
  contacts: ContactImportBatch,
  educations: EducationImportBatch,
  'areas-of-study': EducationImportBatch,
  employment: EmploymentImportBatch,
}
const tables: Record<ImportType, BatchTable> = {
  contacts: 'contact_import_batches',
  educations: 'education_import_batches',
  'areas-of-study': 'education_import_batches',
  employment: 'employment_import_batches',
}

// The casts are safe because the tables differ only in their names.
export const batchEntities = entities as Record<ImportType, typeof ContactImportBatch>
export const batchTables = tables as Record<ImportType, 'contact_import_batches'>
