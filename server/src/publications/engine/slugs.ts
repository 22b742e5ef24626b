import { toSlug } from '@alumni/shared/publications/publications'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import { publicationTable, type Kind } from './kind.ts'
import { invalid } from './times.ts'

export type PageKind = Pick<Kind, 'table' | 'folder' | 'noun' | 'isPublic'>

class MovedPage extends Error {
  readonly to: string
  constructor({ folder }: PageKind, slug: string) {
    super('This page has another address now.')
    this.to = `${folder}/${slug}`
  }
}

export const isPublished = sql<boolean>`t.published_at <= now()`

/** Returns the requested slug, or a new one based on the title. Throws a 422 if the requested slug is in use. */
export async function findFreeSlug(
  db: Db,
  { table, noun }: PageKind,
  { slug, title }: { slug: string; title: string },
  ownId = 0,
): Promise<string> {
  const base = slug || toSlug(title, noun)
  const isLike = sql<boolean>`(slug = ${base} or slug like ${base} || '-%')`
  const rows = await db
    .selectFrom(publicationTable(table))
    .select('t.slug')
    .where(isLike)
    .where('t.id', '!=', ownId)
    .$if(slug === '', (all) =>
      all.unionAll(
        db
          .selectFrom('former_slugs')
          .select('slug')
          .where('kind', '=', table)
          .where(isLike)
          .where('subject_id', '!=', ownId),
      ),
    )
    .execute()
  const usedSlugs = new Set(rows.map((row) => row.slug))
  if (!usedSlugs.has(base)) return base
  if (slug) throw invalid('slug', `Another page has the address “${slug}” already.`)
  for (let number = 2; ; number++) if (!usedSlugs.has(`${base}-${number}`)) return `${base}-${number}`
}

/** Redirects a former slug to this publication, even if it redirected to another one. */
export async function saveFormerSlug(db: Db, { table }: PageKind, id: number, slug: string): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ kind: table, slug, subject_id: id })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'slug']).doUpdateSet({ subject_id: id, retired_at: sql<string>`now()` }),
    )
    .execute()
}

export function selectByFormerSlug(db: Db, { table }: PageKind, slug: string) {
  return db
    .selectFrom(publicationTable(table))
    .innerJoin('former_slugs as f', 'f.subject_id', 't.id')
    .where('f.kind', '=', table)
    .where('f.slug', '=', slug)
}

/** Returns the error to throw for an unknown `key`: a redirect if `key` is a former slug, otherwise a 404. */
export async function buildNotFound(db: Db, kind: PageKind, key: string, message = notFoundMessage): Promise<Error> {
  const former = selectByFormerSlug(db, kind, key).where(kind.isPublic ?? isPublished)
  const now = await former.select('t.slug').executeTakeFirst()
  return now ? new MovedPage(kind, now.slug) : new HttpError(404, message)
}

/** Adds an error handler that redirects from a former slug, with the same subpath, query, method and body. */
export function followRenamed(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof MovedPage)) throw error
    const { url, method } = request
    const [path, ...query] = url.split('?') as [string, ...string[]]
    // The second part of the path is the former slug.
    const below = path
      .split('/')
      .slice(3)
      .map((part) => `/${part}`)
      .join('')
    const isRead = method === 'GET' || method === 'HEAD'
    return reply.redirect([error.to + below, ...query].join('?'), isRead ? 301 : 308)
  })
}
