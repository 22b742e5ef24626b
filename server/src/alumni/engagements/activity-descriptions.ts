import { alphabetically } from '@alumni/shared/alphabetically'
import { fiscalYear } from '@alumni/shared/fiscal-year'
import type { DescriptionsQuery } from '@alumni/shared/alumni/internal-api'
import type { SearchIndex } from '../search-index/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { descriptionsOnFile } from './descriptions-on-file.ts'

/** The distinct descriptions of an activity's engagements that are not blank, in alphabetical order, as of now. `fiscalYearStart` is `MM-DD`. */
export async function activityDescriptions(
  db: Db,
  index: Pick<SearchIndex, 'isReady' | 'describe'>,
  { year, ...query }: DescriptionsQuery,
  fiscalYearStart: string,
): Promise<string[]> {
  // No date on file is of a year that four digits do not write.
  if (year !== undefined && (year < 2 || year > 9998)) return []
  const asked = { ...query, degreeIn: year === undefined ? undefined : fiscalYear(year, fiscalYearStart) }
  // PostgreSQL may take a second for what takes milliseconds in memory, once the index is ready.
  const descriptions = await (index.isReady ? index.describe(asked) : descriptionsOnFile(db, asked))
  return descriptions.filter((description) => description.trim() !== '').toSorted(alphabetically)
}
