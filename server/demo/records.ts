import type { Education, Employment } from './alumnus.ts'
import { buidAt } from './crm-ids.ts'
import words from './data/words.json' with { type: 'json' }
import { latestClass, lifeAt } from './life.ts'
import { namedAffinities, namedEducations, namedEmployments, namedPeople } from './named-people.ts'
import { Random } from './random.ts'
import { affinities, majors, study, type College } from './vocabulary.ts'

export const areaTypes = ['Minor', 'Minor', 'Minor', 'Concentration', 'Second Major', 'Certificate']

export function educationsAt(seed: number, index: number): Education[] {
  const buid = buidAt(index)
  if (index < namedPeople.length) return namedEducations.filter((education) => education.buid === buid)
  const random = new Random(seed, index, 3)
  const { classYear, college } = lifeAt(seed, index)
  if (random.chance(0.02)) return []
  const degree = (codes: string[], year: number, school: College) => {
    const degree_code = random.pick(codes)
    const degree_date = degreeDate(random, year)
    return study(majorOf(random, school), { buid, area_type: null, degree_code, degree_date })
  }
  const isGraduateOnly = random.chance(0.18)
  const first = degree(isGraduateOnly ? college.graduate : college.bachelors, classYear, college)
  const records = [first]
  const later = classYear + random.whole(2, 12)
  if (!isGraduateOnly && later <= latestClass && random.chance(0.28)) {
    const school = random.chance(0.5) ? college : random.pick(majors).college
    records.push(degree(school.graduate, later, school))
  }
  while (records.length < 5 && random.chance(0.27)) addArea(random, first, records)
  return records
}

function addArea(random: Random, { buid, degree_code, degree_date }: Education, records: Education[]): void {
  const { major_code } = random.pick(majors).row
  const area_type = random.pick(areaTypes)
  const isThere = records.some(
    (record) => record.major_code === major_code && (record.area_type === null || record.area_type === area_type),
  )
  if (!isThere) records.push(study(major_code, { buid, area_type, degree_code, degree_date }))
}

function majorOf(random: Random, college: College): string {
  const department = random.pick(college.departments)
  return `${department.code}${random.whole(1, department.majors.length)}0`
}

/** A Sunday in May, or the end of another term. */
function degreeDate(random: Random, year: number): string {
  const kind = random.next()
  if (kind < 0.13) return `${year}-01-25`
  if (kind < 0.24) return `${year}-08-25`
  const firstOfMay = new Date(Date.UTC(year, 4, 1)).getUTCDay()
  return `${year}-05-${String(15 + ((7 - firstOfMay) % 7)).padStart(2, '0')}`
}

/** About 0.7 consecutive jobs on average; the last one may be current. */
export function employmentsAt(seed: number, index: number): Employment[] {
  const buid = buidAt(index)
  if (index < namedPeople.length) return namedEmployments.filter((employment) => employment.buid === buid)
  const random = new Random(seed, index, 4)
  if (random.chance(0.55)) return []
  const { classYear, isDeceased } = lifeAt(seed, index)
  const jobs: Employment[] = []
  let year = classYear
  do {
    const months = random.whole(8, 110)
    const start = `${year}-${String(random.whole(1, 12)).padStart(2, '0')}-01`
    const endYear = year + Math.ceil(months / 12)
    const isOver = endYear < latestClass
    jobs.push({
      ...inventJob(random),
      buid,
      start_date: random.chance(0.93) ? start : null,
      end_date: isOver ? `${endYear}-${random.pick(['01-31', '06-30', '09-30', '12-31'])}` : null,
      current: !isOver && !isDeceased,
    })
    year = endYear + 1
  } while (year < latestClass && random.chance(0.4))
  return withDistinctKeys(jobs)
}

export function inventJob(random: Random): Pick<Employment, 'employer' | 'job_title'> {
  const number = random.chance(0.3) ? ` ${random.whole(1, 400)}` : ''
  const { first, second } = words.employers
  const employer = random.chance(0.04) ? 'Self-employed' : `${random.pick(first)} ${random.pick(second)}${number}`
  return { employer, job_title: random.chance(0.9) ? random.pick(words.titles) : null }
}

function withDistinctKeys(jobs: Employment[]): Employment[] {
  return jobs.filter(
    (job, index) =>
      jobs.findIndex((other) => other.employer === job.employer && other.start_date === job.start_date) === index,
  )
}

export function membershipsAt(seed: number, index: number): { buid: string; affinity_code: string }[] {
  const buid = buidAt(index)
  if (index < namedPeople.length) return namedAffinities.filter((membership) => membership.buid === buid)
  const random = new Random(seed, index, 5)
  const codes = new Set<string>()
  let share = 0.5
  while (random.chance(share)) {
    codes.add(random.pick(affinities).affinity_code)
    share = 0.56
  }
  return [...codes].map((affinity_code) => ({ buid, affinity_code }))
}
