import type { Education } from './alumnus.ts'
import type { College } from './colleges.ts'
import { buidAt } from './crm-ids.ts'
import { allMajors, areaOfStudy, degree } from './degrees.ts'
import { latestClass, lifeAt } from './life.ts'
import { namedPeople } from './named-people.ts'
import { namedEducations } from './named-records.ts'
import { Random } from './random.ts'

export const areaTypes = ['Minor', 'Minor', 'Minor', 'Concentration', 'Second Major', 'Certificate']

/** Degrees and areas of study of the person at `index`, about 1.5; some people left without a degree. */
export function educationsAt(seed: number, index: number): Education[] {
  const buid = buidAt(index)
  if (index < namedPeople.length) return namedEducations.filter((education) => education.buid === buid)
  const random = new Random(seed, index, 3)
  const { classYear, college } = lifeAt(seed, index)
  if (random.chance(0.02)) return []
  const isGraduateOnly = random.chance(0.18)
  const first = degree(
    buid,
    random.pick(isGraduateOnly ? college.graduate : college.bachelors),
    degreeDate(random, classYear),
    majorOf(random, college),
  )
  const records = [first]
  const later = classYear + random.whole(2, 12)
  if (!isGraduateOnly && later <= latestClass && random.chance(0.28)) {
    const school = random.chance(0.5) ? college : random.pick(allMajors).college
    records.push(degree(buid, random.pick(school.graduate), degreeDate(random, later), majorOf(random, school)))
  }
  while (records.length < 5 && random.chance(0.27)) addArea(random, buid, first, records)
  return records
}

function addArea(random: Random, buid: string, first: Education, records: Education[]): void {
  const { major } = random.pick(allMajors)
  const type = random.pick(areaTypes)
  if (
    records.some(({ area_type, major_code }) => major_code === major.code && (area_type === null || area_type === type))
  )
    return
  records.push(areaOfStudy(buid, type, first.degree_date!, major.code, first.degree_code!))
}

function majorOf(random: Random, college: College): string {
  return random.pick(random.pick(college.departments).majors).code
}

/** The day degrees are dated: a Sunday in May, or the end of another term. */
function degreeDate(random: Random, year: number): string {
  const kind = random.next()
  if (kind < 0.13) return `${year}-01-25`
  if (kind < 0.24) return `${year}-08-25`
  const firstOfMay = new Date(Date.UTC(year, 4, 1)).getUTCDay()
  return `${year}-05-${String(15 + ((7 - firstOfMay) % 7)).padStart(2, '0')}`
}
