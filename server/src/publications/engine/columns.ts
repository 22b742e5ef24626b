import { p } from '@mikro-orm/core'

/** Columns of all publications. Every save increments `version`. */
export const publicationColumns = {
  id: p.bigint('number').primary().autoincrement(),
  slug: p.text(),
  summary: p.text(),
  body: p.text().default(''),
  picture: p.text().default('campus'),
  photo: p.text().nullable(),
  photo_alt: p.text().default(''),
  published_at: p.datetime().nullable(),
  version: p.integer().default(1),
  updated_by_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
}
