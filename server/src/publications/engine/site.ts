import { pictureKinds, type Card, type Picture, type PictureKind } from '@alumni/shared/publications/cards'
import type { FastifyRequest } from 'fastify'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Signup } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { notHere, type Addressed } from './slugs.ts'

const cardsPerPage = 12

/**
 * The publication of an address, by slug or id, from those that everybody may read. Throws a 404, or where it is now.
 */
export async function findPublished<Row>(
  db: Db,
  kind: Addressed,
  published: SelectQueryBuilder<any, any, Row>,
  key: string,
  sentence?: string,
): Promise<Row> {
  // No slug is all digits.
  const isNamed = /^\d{1,15}$/.test(key) ? sql<boolean>`t.id = ${Number(key)}` : sql<boolean>`t.slug = ${key}`
  const found = await published.where(isNamed).executeTakeFirst()
  if (!found) throw await notHere(db, kind, key, sentence)
  return found
}

/** A page of cards of what a query finds in its order. */
export async function readCards<Row>(
  page: number,
  query: SelectQueryBuilder<any, any, Row>,
  cardsOf: (rows: Row[]) => Card[] | Promise<Card[]>,
) {
  const read = {
    matching: countRows(query),
    read: (at: { limit: number; offset: number }) => query.limit(at.limit).offset(at.offset).execute(),
  }
  const { rows, ...pages } = await readPage<Row>(page, read, cardsPerPage)
  return { cards: await cardsOf(rows), ...pages }
}

/** Returns the verified champion, who alone sees their answers; null for everybody else. */
export async function verifiedChampion(request: FastifyRequest): Promise<Signup | null> {
  const visitor = await request.visitor()
  return visitor.state === 'verified' ? visitor.signup : null
}

type Shown = { picture: string; slug: string; photo: string | null; photo_alt: string }

/**
 * The photo beside a record, or what is drawn for it, whatever an old `picture` says. Where a page has drawn that kind
 * already, it draws another.
 */
export function pictureOf({ picture, slug, photo, photo_alt }: Shown): Picture {
  const kind = pictureKinds.find((known) => known === picture) ?? ('campus' satisfies PictureKind)
  return { kind, seed: slug, photo: photo === null ? null : { name: photo, alt: photo_alt } }
}

/** Returns the champion who is signed in or remembered: they answer at once. */
export async function knownChampion(request: FastifyRequest): Promise<Signup | null> {
  return (await request.visitor()).signup
}

/** Returns the id of the verified champion's signup. */
export async function viewerOf(request: FastifyRequest): Promise<number | null> {
  return (await verifiedChampion(request))?.id ?? null
}

/** Returns how many places are left; null means unlimited. */
export function placesLeft({ places, taken }: { places: number | null; taken: number }): number | null {
  return places === null ? null : Math.max(0, places - taken)
}

/** The note of a card: "12 places left". */
export function placesNote(left: number): string {
  return left === 1 ? '1 place left' : `${left} places left`
}
