import type { AlumnusField } from '@alumni/shared/alumni/fields'

type Flag = 'deceased' | 'do_not_contact' | 'do_not_email'

/** As an import stores it: trimmed, NFC, null instead of empty, dates such as 2026-11-20. */
export type Alumnus = { buid: string } & Record<Exclude<AlumnusField, 'buid' | Flag>, string | null> &
  Record<Flag, boolean>

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
