import { slugOf } from '@alumni/shared/publications/publications'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { asT, type Kind } from './kind.ts'
import { invalid } from './times.ts'

/** A kind by what leads to its pages. */
export type Addressed = Pick<Kind, 'table' | 'folder' | 'noun' | 'isPublic'>

/** The page has a new address: `to`. */
class Renamed extends Error {
  readonly to: string
  constructor({ folder }: Addressed, slug: string) {
    super('This page has another address now.')
    this.to = `${folder}/${slug}`
  }
}

/**
 * In a query of the table as `t`: that everybody may read it. Nothing else makes what is scheduled appear than the
 * clock.
 */
export const hasBegun = sql<boolean>`t.published_at <= now()`

/**
 * The slug that was asked for, or one made from the title that nothing else bears, nor bore: an old link keeps leading
 * to what it was made for, unless someone asks for its address. Throws a 422 where another bears the one that was asked
 * for.
 */
export async function freeSlug(
  db: Db,
  { table, noun }: Addressed,
  { slug, title }: { slug: string; title: string },
  own = 0,
): Promise<string> {
  const base = slug || slugOf(title, noun)
  const isLike = sql<boolean>`(slug = ${base} or slug like ${base} || '-%')`
  const rows = await db
    .selectFrom(asT(table))
    .select('t.slug')
    .where(isLike)
    .where('t.id', '!=', own)
    .$if(slug === '', (all) =>
      all.unionAll(
        db
          .selectFrom('former_slugs')
          .select('slug')
          .where('kind', '=', table)
          .where(isLike)
          .where('subject_id', '!=', own),
      ),
    )
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(base)) return base
  if (slug) throw invalid('slug', `Another page has the address “${slug}” already.`)
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}

/** Records the address that something leaves. Whoever takes an address over has it alone. */
export async function leaveSlug(db: Db, { table }: Addressed, id: number, slug: string): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ kind: table, slug, subject_id: id })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'slug']).doUpdateSet({ subject_id: id, retired_at: sql<string>`now()` }),
    )
    .execute()
}

/** In a query: what had this address before, as `t`. */
export function formerly(db: Db, { table }: Addressed, slug: string) {
  return db
    .selectFrom(asT(table))
    .innerJoin('former_slugs as f', 'f.subject_id', 't.id')
    .where('f.kind', '=', table)
    .where('f.slug', '=', slug)
}

/** Returns the error for an address without a published page: `Renamed`, or a 404. */
export async function notHere(db: Db, kind: Addressed, key: string, sentence = notFoundSentence): Promise<Error> {
  const former = formerly(db, kind, key).where(kind.isPublic ?? hasBegun)
  const now = await former.select('t.slug').executeTakeFirst()
  return now ? new Renamed(kind, now.slug) : new HttpError(404, sentence)
}

/**
 * Leads who comes by a former address to the present one, to the same page below it and with the same query; a form is
 * sent there again.
 */
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
