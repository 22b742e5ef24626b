import type { Education } from './alumnus.ts'
import data from './data/vocabulary.json' with { type: 'json' }

export type College = (typeof data.colleges)[number]
/** `weight` is the share of engagements; `occasions` are descriptions with `{year}` for the calendar year. */
export type ActivityCode = (typeof data.activityCodes)[number]

export const colleges: readonly College[] = data.colleges

/** With modes of engagement as defined by CASE. */
export const activityCodes: readonly ActivityCode[] = data.activityCodes

export const affinities = Object.entries(data.affinities).flatMap(([category, { prefix, names }]) =>
  names.map((name, index) => ({ affinity_code: `${prefix}${String(index + 1).padStart(2, '0')}`, name, category })),
)

/** In the file, `~` before a major marks it as discontinued. */
export const majors = colleges.flatMap((college) =>
  college.departments.flatMap((department) =>
    department.majors.map((name, index) => ({
      college,
      row: {
        major_code: `${department.code}${index + 1}0`,
        major_desc: name.replace('~', ''),
        dept: department.code,
        dept_desc: department.name,
        college_code: college.code,
        active: !name.startsWith('~'),
      },
    })),
  ),
)
const byCode = new Map(majors.map((major) => [major.row.major_code, major]))

export function study(
  major_code: string,
  record: Pick<Education, 'buid' | 'area_type' | 'degree_code' | 'degree_date'>,
): Education {
  const { row, college } = byCode.get(major_code)!
  const kind = record.area_type === null ? ('degree' as const) : ('area_of_study' as const)
  const { major_desc, college_code } = row
  return { ...record, kind, major_code, major_desc, college_code, college_name: college.name }
}
