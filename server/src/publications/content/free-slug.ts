import { slugOf } from '@alumni/shared/publications/publications'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { asT, type ContentTable } from './content-tables.ts'

type Asked = { slug: string; title: string }

const singular = {
  communities: 'community',
  news_items: 'news',
  events: 'event',
  opportunities: 'opportunity',
} as const

/**
 * The slug that was asked for, or one made from the title that nothing else bears, nor bore: an old link keeps leading to what it
 * was made for, unless somebody asks for its address. Throws a 422 where another bears the one that was asked for.
 */
export async function freeSlug(db: Db, table: ContentTable, { slug, title }: Asked, own = 0): Promise<string> {
  const base = slug || slugOf(title, singular[table])
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
  if (slug) {
    const sentence = `Another page has the address “${slug}” already.`
    throw new HttpError(422, sentence, { fields: { slug: sentence } })
  }
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
