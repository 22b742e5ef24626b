import { z } from 'zod'

/** What a person reads for each field of an alumnus, in the order of the page. The keys are the words of JSON, files and storage. */
export const alumnusFieldNames = {
  buid: 'BUID',
  contact_id: 'Contact ID',
  crm_id: 'CRM ID',
  prefix: 'Prefix',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  suffix: 'Suffix',
  preferred_name: 'Preferred name',
  former_last_name: 'Former last name',
  primary_email: 'Primary e-mail',
  personal_email: 'Personal e-mail',
  work_email: 'Work e-mail',
  school_email: 'School e-mail',
  other_email: 'Other e-mail',
  mobile_phone: 'Mobile phone',
  home_phone: 'Home phone',
  street: 'Street',
  city: 'City',
  state: 'State',
  postal_code: 'Postal code',
  country: 'Country',
  deceased: 'Deceased',
  do_not_contact: 'Do not contact',
  do_not_email: 'Do not e-mail',
} as const
export type AlumnusField = keyof typeof alumnusFieldNames
export const alumnusFields = Object.keys(alumnusFieldNames) as AlumnusField[]

/** The fields of educations and employment beside those. */
const recordFieldNames: Record<string, string> = {
  area_type: 'Area type',
  degree_code: 'Degree',
  degree_date: 'Degree date',
  major_code: 'Major code',
  major_desc: 'Major',
  college_code: 'College code',
  college_name: 'College',
  employer: 'Employer',
  job_title: 'Job title',
  start_date: 'Start date',
  end_date: 'End date',
  current: 'Current',
}

/** The field's name for people; a word that is not known stands as it is. */
export function fieldName(field: string): string {
  return (alumnusFieldNames as Record<string, string>)[field] ?? recordFieldNames[field] ?? field
}

const text = z.string().nullable()

/** Part of every alumnus in JSON. `degree_date` is `YYYY-MM-DD`. */
export const recentDegree = z.object({ major_desc: text, college_name: text, degree_code: text, degree_date: text })
export type RecentDegree = z.infer<typeof recentDegree>

export const alumnus = z.object({
  id: z.number().int(),
  display_name: z.string(),
  recent_degree: recentDegree.nullable(),
  buid: z.string(),
  contact_id: text,
  crm_id: text,
  prefix: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  suffix: text,
  preferred_name: text,
  former_last_name: text,
  primary_email: text,
  personal_email: text,
  work_email: text,
  school_email: text,
  other_email: text,
  mobile_phone: text,
  home_phone: text,
  street: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  deceased: z.boolean(),
  do_not_contact: z.boolean(),
  do_not_email: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
}) satisfies z.ZodObject<Record<AlumnusField, z.ZodType>>
export type Alumnus = z.infer<typeof alumnus>

const study = {
  id: z.number().int(),
  degree_code: text,
  degree_date: text,
  major_code: text,
  major_desc: text,
  college_code: text,
  college_name: text,
}
export const education = z.object(study)
export type Education = z.infer<typeof education>
export const areaOfStudy = z.object({ ...study, area_type: text })
export type AreaOfStudy = z.infer<typeof areaOfStudy>
export const employment = z.object({
  id: z.number().int(),
  employer: z.string(),
  job_title: text,
  start_date: text,
  end_date: text,
  current: z.boolean(),
})
export type Employment = z.infer<typeof employment>
export const membership = z.object({ affinity_code: z.string(), name: z.string(), category: z.string() })
export type Membership = z.infer<typeof membership>
