import { sql } from 'kysely'
import type { z } from 'zod'
import { alphabetically } from '@alumni/shared/alphabetically'
import { affinitiesQuery, affinitiesReply, majorsQuery, majorsReply } from '@alumni/shared/alumni/internal-api'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { internalApiRoute } from '../../staff/index.ts'
import { catalogSettings } from './settings-routes.ts'

/** The vocabulary: for the dropdowns of pages, and for those who keep it. */
export function catalogRoutes(app: App, context: Context): void {
  catalogSettings(app)
  internalApiRoute(
    app,
    context,
    { url: '/api/affinities', schema: { querystring: affinitiesQuery, response: { 200: affinitiesReply } } },
    ({ db, query }) => affinitiesIn(db, query.category),
  )
  internalApiRoute(
    app,
    context,
    { url: '/api/majors', schema: { querystring: majorsQuery, response: { 200: majorsReply } } },
    ({ db, query }) => majorsOf(db, query.college),
  )
}

async function affinitiesIn(db: Db, category: string): Promise<z.infer<typeof affinitiesReply>> {
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code', 'name'])
    .where(sql.ref('category'), '=', category)
    .orderBy('affinity_code')
    .execute()
  return affinities.toSorted((a, b) => alphabetically(a.name, b.name))
}

async function majorsOf(db: Db, college: string): Promise<z.infer<typeof majorsReply>> {
  const majors = await db
    .selectFrom('majors')
    .select(['dept', 'dept_desc', 'major_code', 'major_desc', 'active'])
    .where('college_code', '=', college)
    .orderBy('major_code')
    .execute()
  return majors.toSorted((a, b) => alphabetically(a.dept, b.dept) || alphabetically(a.major_desc, b.major_desc))
}
