import { pictureKinds, type Card, type Picture, type PictureKind } from '@alumni/shared/publications/cards'
import type { FastifyRequest } from 'fastify'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Signup } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { buildNotFound, type PageKind } from './slugs.ts'

const cardsPerPage = 12

/** Finds a public record by slug or id. Throws a 404, or a `MovedPage` for a former slug. */
export async function findPublished<Row>(
  db: Db,
  kind: PageKind,
  published: SelectQueryBuilder<any, any, Row>,
  key: string,
  message?: string,
): Promise<Row> {
  const isNamed = /^\d{1,15}$/.test(key) ? sql<boolean>`t.id = ${Number(key)}` : sql<boolean>`t.slug = ${key}`
  const found = await published.where(isNamed).executeTakeFirst()
  if (!found) throw await buildNotFound(db, kind, key, message)
  return found
}

export async function readCards<Row>(
  page: number,
  query: SelectQueryBuilder<any, any, Row>,
  cardsOf: (rows: Row[]) => Card[] | Promise<Card[]>,
) {
  const read = {
    matching: countRows(query),
    read: (page: { limit: number; offset: number }) => query.limit(page.limit).offset(page.offset).execute(),
  }
  const { rows, ...pages } = await readPage<Row>(page, read, cardsPerPage)
  return { cards: await cardsOf(rows), ...pages }
}

/** Only a verified visitor can see their own answers. */
export async function findVerifiedChampion(request: FastifyRequest): Promise<Signup | null> {
  const visitor = await request.visitor()
  return visitor.state === 'verified' ? visitor.signup : null
}

type PictureFields = { picture: string; slug: string; photo: string | null; photo_alt: string }

/** An unknown kind of drawing becomes `campus`. */
export function toPicture({ picture, slug, photo, photo_alt }: PictureFields): Picture {
  const kind = pictureKinds.find((known) => known === picture) ?? ('campus' satisfies PictureKind)
  return { kind, seed: slug, photo: photo === null ? null : { name: photo, alt: photo_alt } }
}

/** Returns the signup of a visitor who can answer without confirmation: signed in or remembered. */
export async function findKnownChampion(request: FastifyRequest): Promise<Signup | null> {
  return (await request.visitor()).signup
}

export async function findViewerId(request: FastifyRequest): Promise<number | null> {
  return (await findVerifiedChampion(request))?.id ?? null
}

/** Returns the number of free places, at least 0. Null means unlimited. */
export function countPlacesLeft({ places, taken }: { places: number | null; taken: number }): number | null {
  return places === null ? null : Math.max(0, places - taken)
}

export function formatPlacesLeft(count: number): string {
  return count === 1 ? '1 place left' : `${count} places left`
}
