import { compareAlphabetically } from '@alumni/shared/compare-text'
import { descriptionsQuery, descriptionsReply, type DescriptionsQuery } from '@alumni/shared/alumni/internal-api'
import { fiscalYear } from '@alumni/shared/fiscal-year'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { internalApiRoute } from '../../staff/index.ts'
import type { PeopleIndex, DescriptionsRequest } from '../people-index/index.ts'

export function engagementRoutes(app: App, context: Context): void {
  const schema = { querystring: descriptionsQuery, response: { 200: descriptionsReply } }
  internalApiRoute(app, context, { url: '/api/activity_descriptions', schema }, ({ db, query }) =>
    listActivityDescriptions(db, app.peopleIndex, query, context.config.FISCAL_YEAR_START),
  )
}

/** Lists the distinct, non-blank descriptions in alphabetical order. `fiscalYearStart` is `MM-DD`. */
export async function listActivityDescriptions(
  db: Db,
  index: Pick<PeopleIndex, 'isReady' | 'describe'>,
  { year, ...query }: DescriptionsQuery,
  fiscalYearStart: string,
): Promise<string[]> {
  // Dates on file have four-digit years.
  if (year !== undefined && (year < 2 || year > 9998)) return []
  const request = { ...query, degreeIn: year === undefined ? undefined : fiscalYear(year, fiscalYearStart) }
  // The index answers in milliseconds, but a database query may take a second.
  const descriptions = await (index.isReady ? index.describe(request) : readDescriptions(db, request))
  return descriptions.filter((description) => description.trim() !== '').toSorted(compareAlphabetically)
}

async function readDescriptions(
  db: Db,
  { activity_code, start_date, end_date, college, degreeIn }: DescriptionsRequest,
): Promise<string[]> {
  const educated = db.selectFrom('educations').select('buid')
  const rows = await db
    .selectFrom('engagements')
    .select('description')
    .distinct()
    .$narrowType<{ description: string }>()
    .where('activity_code', '=', activity_code)
    .where('description', '<>', '')
    .$if(Boolean(start_date), (query) => query.where('engagement_date', '>=', start_date!))
    .$if(Boolean(end_date), (query) => query.where('engagement_date', '<=', end_date!))
    .$if(Boolean(college), (query) => query.where('buid', 'in', educated.where('college_code', '=', college!)))
    .$if(Boolean(degreeIn), (query) =>
      query.where(
        'buid',
        'in',
        educated.where('degree_date', '>=', degreeIn!.from).where('degree_date', '<', degreeIn!.to),
      ),
    )
    .execute()
  return rows.map(({ description }) => description)
}
