import type { Employment } from './alumnus.ts'
import { buidAt } from './crm-ids.ts'
import { latestClass, lifeAt } from './life.ts'
import { namedPeople } from './named-people.ts'
import { namedEmployments } from './named-records.ts'
import { Random } from './random.ts'

const firstWords = [
  'Alder',
  'Acme',
  'Atlantic',
  'Bayside',
  'Beacon',
  'Cedar',
  'Charles River',
  'Crescent',
  'First National',
  'Globex',
  'Granite State',
  'Harbor',
  'Initech',
  'Lakeshore',
  'Liberty',
  'Meridian',
  'Northwind',
  'O’Malley',
  'Pioneer',
  'Quincy',
  'Summit',
  'Tremont',
  'Umbrella',
  'Vandelay',
  'Wayside',
  'Zürich',
]
const secondWords = [
  'Analytics',
  'Bank',
  'Biosciences',
  'Capital',
  'Consulting Group',
  'Energy',
  'Foods',
  'Foundation',
  'General Hospital',
  'Health',
  'Industries',
  'Insurance',
  'Law LLP',
  'Media',
  'Partners',
  'Pharmaceuticals',
  'Public Schools',
  'Robotics',
  'Software',
  'Studios',
  'Technologies',
  'University',
  '& Sons, Inc.',
]
const titles = [
  'Account Executive',
  'Analyst',
  'Architect',
  'Associate',
  'Attorney',
  'Chief Executive Officer',
  'Consultant',
  'Data Scientist',
  'Director',
  'Editor',
  'Engineer',
  'Founder',
  'Manager',
  'Nurse Practitioner',
  'Owner',
  'Partner',
  'Physician',
  'Principal',
  'Product Manager',
  'Professor',
  'Program Manager',
  'Research Associate',
  'Retired',
  'Sales Manager',
  'Senior Vice President',
  'Social Worker',
  'Software Engineer',
  'Teacher',
  'Vice President, Marketing',
  'Writer',
]

/** Jobs of the person at `index`, about 0.7, one after the other; the last may go on. */
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
  const employer = random.chance(0.04)
    ? 'Self-employed'
    : `${random.pick(firstWords)} ${random.pick(secondWords)}${number}`
  return { employer, job_title: random.chance(0.9) ? random.pick(titles) : null }
}

function withDistinctKeys(jobs: Employment[]): Employment[] {
  return jobs.filter(
    (job, at) =>
      jobs.findIndex((other) => other.employer === job.employer && other.start_date === job.start_date) === at,
  )
}
