import type { DescriptionsAsked } from '../search-index/index.ts'
import type { Db } from '../../foundations/database/db.ts'

/** The distinct descriptions, read from all engagements of the activity. */
export async function descriptionsOnFile(
  db: Db,
  { activity_code, start_date, end_date, college, degreeIn }: DescriptionsAsked,
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
