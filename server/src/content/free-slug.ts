import { slugOf } from '@alumni/shared/offers'
import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'

type Asked = { slug: string; title: string }

/** The slug that was asked for, or one made from the title that nothing else bears. Throws a 422 where another bears the one that was asked for. */
export async function freeSlug(
  em: EntityManager,
  table: 'events' | 'opportunities',
  { slug, title }: Asked,
  own: number | null = null,
): Promise<string> {
  const base = slug || slugOf(title, table === 'events' ? 'event' : 'opportunity')
  const rows = await em
    .getKysely()
    .selectFrom(table)
    .select('slug')
    .where(sql<boolean>`(slug = ${base} or slug like ${base} || '-%')`)
    .where('id', '!=', own ?? 0)
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(base)) return base
  if (slug) {
    const sentence = `Another page has the address “${slug}” already.`
    throw new HttpError(422, sentence, { fields: { slug: sentence } })
  }
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
