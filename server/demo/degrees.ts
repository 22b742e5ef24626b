import type { Education } from './alumnus.ts'
import { colleges, type College, type Major } from './colleges.ts'

type Taught = { major: Major; college: College }

const taught = new Map<string, Taught>(
  colleges.flatMap((college) =>
    college.departments.flatMap(({ majors }) => majors.map((major) => [major.code, { major, college }] as const)),
  ),
)
export const allMajors: readonly Taught[] = [...taught.values()]

export function degree(buid: string, degree_code: string, degree_date: string | null, majorCode: string): Education {
  return { buid, kind: 'degree', area_type: null, degree_code, degree_date, ...study(majorCode) }
}

export function areaOfStudy(
  buid: string,
  area_type: string,
  degree_date: string,
  majorCode: string,
  degree_code: string,
): Education {
  return { buid, kind: 'area_of_study', area_type, degree_code, degree_date, ...study(majorCode) }
}

function study(majorCode: string) {
  const found = taught.get(majorCode)
  if (!found) throw new Error(`There is no major ${majorCode}`)
  return {
    major_code: majorCode,
    major_desc: found.major.name,
    college_code: found.college.code,
    college_name: found.college.name,
  }
}
