/** A row of `alumni` as the import would leave it: trimmed, NFC, null rather than empty. Dates read 2026-11-20. */
export type Alumnus = {
  buid: string
  contact_id: string | null
  crm_id: string | null
  prefix: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  suffix: string | null
  preferred_name: string | null
  former_last_name: string | null
  primary_email: string | null
  personal_email: string | null
  work_email: string | null
  school_email: string | null
  other_email: string | null
  mobile_phone: string | null
  home_phone: string | null
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
  deceased: boolean
  do_not_contact: boolean
  do_not_email: boolean
}

export type Education = {
  buid: string
  kind: 'degree' | 'area_of_study'
  area_type: string | null
  degree_code: string | null
  degree_date: string | null
  major_code: string | null
  major_desc: string | null
  college_code: string | null
  college_name: string | null
}

export type Employment = {
  buid: string
  employer: string
  job_title: string | null
  start_date: string | null
  end_date: string | null
  current: boolean
}
