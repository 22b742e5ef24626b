import { alphabetically } from '@alumni/shared/alphabetically'
import { fiscalYear } from '@alumni/shared/fiscal-year'
import type { DescriptionsQuery } from '@alumni/shared/internal-api'
import type { FreshPeople } from '../alumni/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { descriptionsInMemory } from './descriptions-in-memory.ts'
import { descriptionsOnFile } from './descriptions-on-file.ts'

/** The distinct descriptions of an activity's engagements that are not blank, in alphabetical order, as of now. `fiscalYearStart` is `MM-DD`. */
export async function activityDescriptions(
  em: EntityManager,
  fresh: FreshPeople,
  { year, ...query }: DescriptionsQuery,
  fiscalYearStart: string,
): Promise<string[]> {
  // No date on file is of a year that four digits do not write.
  if (year !== undefined && (year < 2 || year > 9998)) return []
  const asked = { ...query, degreeIn: year === undefined ? undefined : fiscalYear(year, fiscalYearStart) }
  // PostgreSQL may take a second for what takes milliseconds in memory, where everyone is some time after the server's start.
  const descriptions = fresh.isRead
    ? descriptionsInMemory((await fresh.now()).people, asked)
    : await descriptionsOnFile(em, asked)
  return descriptions.filter((description) => description.trim() !== '').toSorted(alphabetically)
}
