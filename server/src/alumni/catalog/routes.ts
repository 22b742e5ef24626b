import { compareAlphabetically } from '@alumni/shared/compare-text'
import {
  catalogEntry,
  catalogNames,
  catalogPage,
  catalogQuery,
  changeEntryRequest,
  deleteEntryRequest,
  usesReply,
  type CatalogName,
  type CatalogEntry,
} from '@alumni/shared/alumni/catalog'
import { affinitiesQuery, affinitiesReply, majorsQuery, majorsReply } from '@alumni/shared/alumni/internal-api'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { actions, internalApiRoute } from '../../staff/index.ts'
import { listEntries } from './list-entries.ts'
import { addEntry, changeEntry, deleteEntry, countUses, type EntryChange } from './save-entries.ts'

export function catalogRoutes(app: App, context: Context): void {
  for (const list of catalogNames) addSettingsRoutes(app, list, catalogEntry[list])
  internalApiRoute(
    app,
    context,
    { url: '/api/affinities', schema: { querystring: affinitiesQuery, response: { 200: affinitiesReply } } },
    ({ db, query }) => listAffinities(db, query.category),
  )
  internalApiRoute(
    app,
    context,
    { url: '/api/majors', schema: { querystring: majorsQuery, response: { 200: majorsReply } } },
    ({ db, query }) => listMajors(db, query.college),
  )
}

async function listAffinities(db: Db, category: string): Promise<z.infer<typeof affinitiesReply>> {
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code', 'name'])
    .where(sql.ref('category'), '=', category)
    .orderBy('affinity_code')
    .execute()
  return affinities.toSorted((a, b) => compareAlphabetically(a.name, b.name))
}

async function listMajors(db: Db, college: string): Promise<z.infer<typeof majorsReply>> {
  const majors = await db.findAll(
    'majors',
    ['dept', 'dept_desc', 'major_code', 'major_desc', 'active'],
    { college_code: college },
    { by: 'major_code' },
  )
  return majors.toSorted(
    (a, b) => compareAlphabetically(a.dept, b.dept) || compareAlphabetically(a.major_desc, b.major_desc),
  )
}

function addSettingsRoutes(app: App, list: CatalogName, entry: z.ZodType<CatalogEntry> & z.ZodObject): void {
  const url = `/settings/${list}`
  const needs = 'admin'

  const entries = actions(app, { url, needs })
  entries.page('', { query: catalogQuery, reply: catalogPage(entry) }, ({ db, query }) => listEntries(db, list, query))
  entries.post('', { body: entry, created: entry }, ({ db, me, body }) => addEntry(db, list, body as CatalogEntry, me))
  const entryActions = actions(app, { url: `${url}/:code`, needs, params: z.object({ code: z.string() }) })
  entryActions.post('', { body: changeEntryRequest(entry), reply: entry }, ({ db, me, params, body }) =>
    changeEntry(db, list, params.code, body as EntryChange, me),
  )
  entryActions.delete('', { body: deleteEntryRequest(entry) }, ({ db, me, params, body }) =>
    deleteEntry(db, list, params.code, (body as EntryChange).seen, me),
  )
  entryActions.get('/uses', { reply: usesReply }, ({ db, params }) => countUses(db, list, params.code))
}
