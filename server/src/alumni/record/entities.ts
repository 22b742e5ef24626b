import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { importTypes } from '@alumni/shared/exchange/imports'

export const Alumnus = defineTable('alumni', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  contact_id: p.text().nullable(),
  crm_id: p.text().nullable(),
  prefix: p.text().nullable(),
  first_name: p.text().nullable(),
  middle_name: p.text().nullable(),
  last_name: p.text().nullable(),
  suffix: p.text().nullable(),
  preferred_name: p.text().nullable(),
  former_last_name: p.text().nullable(),
  primary_email: p.text().nullable(),
  personal_email: p.text().nullable(),
  work_email: p.text().nullable(),
  school_email: p.text().nullable(),
  other_email: p.text().nullable(),
  mobile_phone: p.text().nullable(),
  home_phone: p.text().nullable(),
  street: p.text().nullable(),
  city: p.text().nullable(),
  state: p.text().nullable(),
  postal_code: p.text().nullable(),
  country: p.text().nullable(),
  deceased: p.boolean().default(false),
  do_not_contact: p.boolean().default(false),
  do_not_email: p.boolean().default(false),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

export const Education = defineTable('educations', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  kind: p.enum(['degree', 'area_of_study']),
  area_type: p.text().nullable(),
  degree_code: p.text().nullable(),
  degree_date: p.date().nullable(),
  major_code: p.text().nullable(),
  major_desc: p.text().nullable(),
  college_code: p.text().nullable(),
  college_name: p.text().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

export const Employment = defineTable('employments', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  employer: p.text(),
  job_title: p.text().nullable(),
  start_date: p.date().nullable(),
  end_date: p.date().nullable(),
  current: p.boolean().default(false),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

export const AlumnusAffinity = defineTable('alumni_affinities', {
  buid: p.text().primary(),
  affinity_code: p.text().primary(),
})

/** Maintained by the triggers in `alumni-emails.sql`. */
export const AlumnusEmail = defineTable('alumni_emails', {
  email: p.text().primary(),
  alumnus_id: p.bigint('number').primary(),
})

/** Written by the triggers in `alumni-changes.sql`. MikroORM requires a primary key, but the table has none. */
export const AlumnusChange = defineTable('alumni_changes', {
  xid: p.text().columnType('xid8').primary().defaultRaw('pg_current_xact_id()'),
  at: p.datetime().defaultRaw('clock_timestamp()'),
  buids: p.array().nullable(),
  source: p.text().nullable(),
})

/** `fields` maps field names to [before, after]; null means no value. */
export const RecordChange = defineTable('record_changes', {
  id: p.bigint('number').primary().autoincrement(),
  at: p.datetime().defaultRaw('now()'),
  buid: p.text(),
  record: p.enum(['alumnus', 'education', 'employment']),
  record_id: p.bigint('number'),
  action: p.enum(['created', 'changed', 'deleted']),
  fields: p.json<Record<string, [before: string | null, after: string | null]>>(),
  import_type: p.enum(importTypes).nullable(),
  import_batch_id: p.bigint('number').nullable(),
  staff_user_id: p.bigint('number').nullable(),
})
