import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { asT, isPublic, siteFolders, type ContentTable } from './content-tables.ts'

/** What an address named has another one now. */
class Renamed extends Error {
  readonly to: string
  constructor(table: ContentTable, slug: string) {
    super('This page has another address now.')
    this.to = `${siteFolders[table]}/${slug}`
  }
}

/** Remembers the address that something leaves. Whoever takes an address over has it alone. */
export async function leaveSlug(db: Db, table: ContentTable, id: number, slug: string): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ kind: table, slug, subject_id: id })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'slug']).doUpdateSet({ subject_id: id, retired_at: sql<string>`now()` }),
    )
    .execute()
}

/** Former addresses of something that is deleted lead nowhere. */
export async function forgetSlugs(db: Db, table: ContentTable, id: number): Promise<void> {
  await db.deleteFrom('former_slugs').where('kind', '=', table).where('subject_id', '=', id).execute()
}

/** What to throw for an address that names nothing that is published: where it is now, or a 404. */
export async function notHere(db: Db, table: ContentTable, key: string, sentence = notFoundSentence): Promise<Error> {
  const now = await db
    .selectFrom('former_slugs as f')
    .innerJoin(asT(table), 't.id', 'f.subject_id')
    .select('t.slug')
    .where('f.kind', '=', table)
    .where('f.slug', '=', key)
    .where(isPublic(table))
    .executeTakeFirst()
  return now ? new Renamed(table, now.slug) : new HttpError(404, sentence)
}

/** Leads who comes by a former address to the present one, to the same page below it and with the same query; a form is sent there again. */
export function followRenamed(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Renamed)) throw error
    const { url, method } = request
    const [path, ...query] = url.split('?') as [string, ...string[]]
    // However the address was written: its second part is the former slug.
    const below = path
      .split('/')
      .slice(3)
      .map((part) => `/${part}`)
      .join('')
    const isRead = method === 'GET' || method === 'HEAD'
    return reply.redirect([error.to + below, ...query].join('?'), isRead ? 301 : 308)
  })
}
