import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { knownPhoto } from '../photos/known-photo.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import type { ContentTable } from './content-tables.ts'
import { forgetSlugs, leaveSlug } from './former-slugs.ts'
import { freeSlug } from './free-slug.ts'
import { instantsOf } from './local-time.ts'

type Fields = { title: string; slug: string; summary: string; photo: string | null }
type Facts = { version: number; updated_by: string | null; state: string }
type Columns = Record<string, unknown>

/** How one kind of what staff write is kept: what differs between communities, news, events and opportunities. */
export type Keeping<Written extends Fields, Found extends Written & Facts> = {
  table: ContentTable
  /** Such as `event`: in sentences, and before the action in the audit log. */
  noun: string
  /** What people write of it. */
  names: readonly (keyof Written & string)[]
  /** Holds the row until the transaction ends. Throws a 404. */
  lock(db: Db, id: number): Promise<unknown>
  /** As staff see it. Throws a 404. */
  find(db: Db, config: Config, id: number): Promise<Found>
  /** What is stored of what they wrote. Throws a 422 with `fields`. */
  columnsOf(db: Db, config: Config, written: Written): Columns | Promise<Columns>
  /** Stores the columns in a way of its own. */
  store?(db: Db, id: number, columns: Columns): Promise<void>
  /** Why it can no longer be changed, or deleted. */
  refuseSave?(found: Found): string | null
  refuseDelete(found: Found): string | null
}

/** Writes a draft. 422 with `fields`: another has its slug, or what the kind itself refuses. Answers its id. */
export async function createContent<Written extends Fields, Found extends Written & Facts>(
  { table, noun, columnsOf }: Keeping<Written, Found>,
  db: Db,
  config: Config,
  written: Written,
  by: StaffUser,
): Promise<number> {
  return transact(db, async (db) => {
    await knownPhoto(db, written.photo)
    const columns = await columnsOf(db, config, written)
    const slug = await freeSlug(db, table, written)
    const { id } = await db
      .insertInto(table)
      .values({ ...columns, slug, updated_by_id: by.id } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, by, `${noun}.created`, `${table}/${id}`, { title: written.title })
    return id
  })
}

/**
 * Saves what staff have written. A new slug leaves the former one behind, which leads to it. 404: there is none. 409: somebody else has
 * saved since; `current` is what they wrote. 422 with `fields`.
 */
export async function saveContent<Written extends Fields, Found extends Written & Facts>(
  keeping: Keeping<Written, Found>,
  db: Db,
  config: Config,
  id: number,
  { version, ...rest }: Written & { version: number },
  by: StaffUser,
): Promise<void> {
  const { table, noun, names, columnsOf, refuseSave, store } = keeping
  const written = rest as unknown as Written
  await transact(db, async (db) => {
    const before = await hold(keeping, db, config, id, version)
    const refusal = refuseSave?.(before)
    if (refusal) throw new HttpError(409, refusal)
    const slug = written.slug === before.slug ? before.slug : await slugAfter(db, table, id, before, written)
    const after = { ...written, slug }
    const changed = names.filter((name) => after[name] !== before[name])
    if (changed.length === 0) return
    await knownPhoto(db, written.photo)
    const columns = { ...(await columnsOf(db, config, written)), slug }
    await (store ? store(db, id, columns) : update(db, table, id, columns))
    await update(db, table, id, { version: sql`version + 1`, updated_by_id: by.id, updated_at: sql`now()` })
    if (slug !== before.slug) await leaveSlug(db, table, id, before.slug)
    await audit(db, by, `${noun}.changed`, `${table}/${id}`, {
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      after: Object.fromEntries(changed.map((name) => [name, after[name]])),
    })
  })
}

/** Deletes what nothing holds. 404, or 409 with a sentence. */
export async function deleteContent<Written extends Fields, Found extends Written & Facts>(
  keeping: Keeping<Written, Found>,
  db: Db,
  config: Config,
  id: number,
  version: number,
  by: StaffUser,
): Promise<void> {
  const { table, noun, refuseDelete } = keeping
  await transact(db, async (db) => {
    const found = await hold(keeping, db, config, id, version)
    const refusal = refuseDelete(found)
    if (refusal) throw new HttpError(409, refusal)
    await forgetSlugs(db, table, id)
    await db.deleteFrom(table).where('id', '=', id).execute()
    await audit(db, by, `${noun}.deleted`, `${table}/${id}`, { title: found.title })
  })
}

type Move = { move: string; at?: string | undefined }

/** Records a move that is allowed: its columns, and who made it from which state into which. */
export async function storeMove(
  { table, noun }: Pick<Keeping<never, never>, 'table' | 'noun'>,
  db: Db,
  id: number,
  { move, columns, before, after }: { move: string; columns: Columns; before: string; after: string },
  by: StaffUser,
): Promise<void> {
  await update(db, table, id, {
    ...columns,
    version: sql`version + 1`,
    updated_by_id: by.id,
    updated_at: sql`now()`,
  })
  const at = columns.published_at
  await audit(db, by, `${noun}.${move}`, `${table}/${id}`, {
    before,
    after,
    ...(typeof at === 'string' ? { published_at: at } : {}),
  })
}

/** The column that publishing, scheduling and taking off the site write. Throws a 422 for a time that has passed. */
export async function publishingOf(db: Db, config: Config, { move, at }: Move): Promise<Columns> {
  if (move === 'publish') return { published_at: sql`now()` }
  if (move === 'unpublish') return { published_at: null }
  if (move !== 'schedule') return {}
  const time = await instantsOf(db, config.INSTITUTION_TIME_ZONE, { at: at! })
  const published_at = new Date(time.at).toISOString()
  if (Date.parse(published_at) <= Date.now()) {
    const sentence = 'This time has passed. Choose a later one, or publish it now.'
    throw new HttpError(422, sentence, { fields: { at: sentence } })
  }
  return { published_at }
}

/** What every kind needs before everybody reads it. */
export function missingText({ summary }: Fields, move: string): string | null {
  const isToAppear = move === 'publish' || move === 'schedule'
  return isToAppear && summary === '' ? 'Write a summary first: it is what people read in the list.' : null
}

async function update(db: Db, table: ContentTable, id: number, columns: Columns): Promise<void> {
  await db
    .updateTable(table)
    .set(columns as never)
    .where('id', '=', id)
    .execute()
}

/** The row, locked, if it is what the person saw. */
async function hold<Written extends Fields, Found extends Written & Facts>(
  { noun, lock, find }: Keeping<Written, Found>,
  db: Db,
  config: Config,
  id: number,
  version: number,
): Promise<Found> {
  await lock(db, id)
  const current = await find(db, config, id)
  if (current.version === version) return current
  const who = current.updated_by ?? 'Somebody else'
  const sentence = `${who} has saved this ${noun} since you opened it. What you typed is still here.`
  throw new HttpError(409, sentence, { body: { current } })
}

/** A draft's address follows its title; one that people may have seen changes only when somebody says so. */
async function slugAfter(
  db: Db,
  table: ContentTable,
  id: number,
  before: Fields & Facts,
  { slug, title }: Fields,
): Promise<string> {
  if (slug === '' && before.state !== 'draft') return before.slug
  return freeSlug(db, table, { slug, title }, id)
}
