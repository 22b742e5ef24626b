import { setImmediate as breathe } from 'node:timers/promises'
import { fieldName } from '@alumni/shared/alumni'
import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { readFound } from './read-found.ts'

const perBatch = 500

export const exportHeader = [
  'BUID',
  fieldName('contact_id'),
  'Name',
  'Class years',
  'Degree',
  'Major',
  'College',
  'Primary e-mail',
  'Mobile phone',
  'City',
  'State',
  'Country',
  'Employer',
  'Job title',
  'Last engaged',
  'Engagements',
  'Champion',
  'Deceased',
  'Do not contact',
  'Do not e-mail',
] as const

/** The alumni with these ids for a file, 500 at a time in their order, until the reader goes away. */
export async function* exportRows(em: EntityManager, ids: Int32Array): AsyncGenerator<(string | number | null)[][]> {
  for (let at = 0; at < ids.length; at += perBatch) {
    yield (await readFound(em, ids.subarray(at, at + perBatch))).map(rowOf)
    await breathe()
  }
}

function rowOf(row: FoundAlumnus): (string | number | null)[] {
  const { recent_degree: degree } = row
  return [
    row.buid,
    row.contact_id,
    row.name,
    row.class_years.join(' '),
    degree?.degree_code ?? null,
    degree?.major_desc ?? null,
    degree?.college_name ?? null,
    row.primary_email,
    row.mobile_phone,
    row.city,
    row.state,
    row.country,
    row.employer,
    row.job_title,
    row.last_engaged,
    row.engagements,
    yesOrNo(row.is_champion),
    yesOrNo(row.deceased),
    yesOrNo(row.do_not_contact),
    yesOrNo(row.do_not_email),
  ]
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
