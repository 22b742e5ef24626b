import { z } from 'zod'
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
import type { App } from '../../foundations/context.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { addEntry, changeEntry, deleteEntry } from './keep-entries.ts'
import { listEntries } from './list-entries.ts'
import { usesOf } from './uses.ts'

/** The lists of the vocabulary, for administrators to keep. */
export function catalogSettings(app: App): void {
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
