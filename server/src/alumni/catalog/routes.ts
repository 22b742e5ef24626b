import { alphabetically } from '@alumni/shared/alphabetically'
import {
  catalogEntry,
  catalogNames,
  catalogPage,
  catalogQuery,
  changeRequest,
  deleteRequest,
  usesReply,
  type CatalogName,
  type Entry,
} from '@alumni/shared/alumni/catalog'
import { affinitiesQuery, affinitiesReply, majorsQuery, majorsReply } from '@alumni/shared/alumni/internal-api'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { internalApiRoute, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { addEntry, changeEntry, deleteEntry } from './save-entries.ts'
import { listEntries } from './list-entries.ts'
import { usesOf } from './save-entries.ts'

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
  const majors = await db.findAll(
    'majors',
    ['dept', 'dept_desc', 'major_code', 'major_desc', 'active'],
    { college_code: college },
    { by: 'major_code' },
  )
  return majors.toSorted((a, b) => alphabetically(a.dept, b.dept) || alphabetically(a.major_desc, b.major_desc))
}

/** The lists of the vocabulary, for administrators to keep. */
function catalogSettings(app: App): void {
  for (const list of catalogNames) settingsOf(app, list, catalogEntry[list])
}

function settingsOf(app: App, list: CatalogName, entry: z.ZodType<Entry> & z.ZodObject): void {
  const home = `/settings/${list}`
  const one = { url: `${home}/:code`, needs: 'admin' } as const
  const params = z.object({ code: z.string() })
  type Changed = { entry: Entry; seen: Entry }

  staffPage(
    app,
    { url: home, needs: 'admin', schema: { querystring: catalogQuery, response: { 200: catalogPage(entry) } } },
    ({ db, query }) => listEntries(db, list, query),
  )

  staffRoute(
    app,
    { url: home, needs: 'admin', schema: { body: entry, response: { 201: entry } } },
    async (request, reply) => {
      const added = await addEntry(request.db, list, request.body as Entry, signedIn(request))
      return reply.code(201).send(added)
    },
  )

  staffRoute(app, { ...one, schema: { params, body: changeRequest(entry), response: { 200: entry } } }, (request) =>
    changeEntry(request.db, list, request.params.code, request.body as Changed, signedIn(request)),
  )

  staffRoute(
    app,
    { ...one, method: 'DELETE', schema: { params, body: deleteRequest(entry) } },
    async (request, reply) => {
      await deleteEntry(request.db, list, request.params.code, (request.body as Changed).seen, signedIn(request))
      return reply.code(204).send()
    },
  )

  staffRoute(
    app,
    { ...one, url: `${one.url}/uses`, method: 'GET', schema: { params, response: { 200: usesReply } } },
    ({ db, params }) => usesOf(db, list, params.code),
  )
}
