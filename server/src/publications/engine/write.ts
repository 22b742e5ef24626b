import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { isUnanswered } from './answers.ts'
import { type Fields, type Kind, type PublicationRecord as Found } from './kind.ts'
import { findRecord } from './records.ts'
import { formerly, freeSlug, leaveSlug } from './slugs.ts'
import { instantsOf, invalid } from './times.ts'

/** Where a publication is written: which kind, by whom. */
export type Writing = { db: Db; config: Config; kind: Kind; by: StaffUser }

/**
 * Writes a draft, or saves into the one that the same form made before. 422 with `fields`: another has its slug, or what
 * the kind itself refuses. Answers its id.
 */
export async function createPublication(
  { db, ...rest }: Writing,
  { form_id, ...written }: Fields & { form_id?: string | undefined },
): Promise<number> {
  return transact(db, async (db) => {
    const { kind, config, by } = rest
    const first = form_id === undefined ? undefined : await findMadeBy(db, kind, form_id)
    if (first) {
      // The first reply was lost. If the draft was published or changed by a colleague since, version 1 is a conflict.
      const isAsLeft = first.updated_by_id === by.id && first.published_at === null
      const version = isAsLeft ? first.version : 1
      await savePublication({ db, ...rest }, first.id, { ...written, version })
      return first.id
    }
    await refuseUnknownPhoto(db, written.photo)
    const columns = await columnsOf(kind, db, config, written)
    const slug = await freeSlug(db, kind, written)
    const { summary, body } = written
    const id = await db.add(kind.table, { ...columns, slug, summary, body, updated_by_id: by.id })
    if (form_id !== undefined) await leaveSlug(db, kind, id, form_id)
    await audit(db, by, `${kind.noun}.created`, `${kind.table}/${id}`, { title: written.title })
    return id
  })
}

/** Finds what a form made: its id is saved as a former address. A second request waits until the first ends. */
async function findMadeBy(db: Db, kind: Kind, form: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${form}, 0))`.execute(db)
  const made = formerly(db, kind, form)
  return made.select(['t.id', 't.version', 't.updated_by_id', 't.published_at']).executeTakeFirst()
}

/**
 * Saves what staff have written. A new slug leaves the former one behind, which leads to it. 404: there is none. 409:
 * someone else has saved since; `current` is what they wrote. 422 with `fields`.
 */
export async function savePublication(
  { db, ...rest }: Writing,
  id: number,
  { version, ...written }: Fields & { version: number },
): Promise<void> {
  await transact(db, async (db) => {
    const { kind, config, by } = rest
    const before = await lockVersion({ db, ...rest }, id, version)
    const refusal = kind.refuseSave?.(before)
    if (refusal) throw new HttpError(409, refusal)
    const slug = written.slug === before.slug ? before.slug : await slugAfter(db, kind, id, before, written)
    const after = { ...written, slug }
    const names = Object.keys(kind.contract.fields.shape) as (keyof Fields)[]
    const changed = names.filter((name) => name in after && !isDeepStrictEqual(after[name], before[name]))
    if (changed.length === 0) return
    await refuseUnknownPhoto(db, written.photo)
    const columns = { ...(await columnsOf(kind, db, config, written)), slug }
    await (kind.store ? kind.store(db, id, columns) : db.update(kind.table, { id }, columns))
    await db.update(kind.table, { id }, savedBy(by))
    if (slug !== before.slug) await leaveSlug(db, kind, id, before.slug)
    await audit(db, by, `${kind.noun}.changed`, `${kind.table}/${id}`, {
      before: auditedOf(kind, changed, before),
      after: auditedOf(kind, changed, after),
    })
  })
}

function auditedOf({ audited = (fields) => fields }: Kind, names: readonly (keyof Fields)[], of: Fields): object {
  return audited(Object.fromEntries(names.map((name) => [name, of[name]])))
}

/** Deletes what nothing holds. 404, or 409 with a sentence. */
export async function deletePublication({ db, ...rest }: Writing, id: number, version: number): Promise<void> {
  await transact(db, async (db) => {
    const { kind, by } = rest
    const found = await lockVersion({ db, ...rest }, id, version)
    const refusal = kind.answers ? answeredRefusal(kind, found) : kind.refuseDelete?.(found)
    if (refusal) throw new HttpError(409, refusal)
    await refuseAskedFor(db, kind, id)
    await db.remove('former_slugs', { kind: kind.table, subject_id: id })
    await db.remove(kind.table, { id })
    await audit(db, by, `${kind.noun}.deleted`, `${kind.table}/${id}`, { title: found.title })
  })
}

function answeredRefusal({ answers, noun }: Kind, { state, counts = {} }: Found): string | null {
  if (state !== 'draft') return `Only a draft can be deleted. ${answers!.instead} this ${noun} instead.`
  return isUnanswered(counts) ? null : 'Champions have answered this, so it cannot be deleted.'
}

/** Throws a 409 where a letter is about it, or staff noted that they asked someone for it. */
async function refuseAskedFor(db: Db, { table, noun }: Kind, id: number): Promise<void> {
  const column = { events: 'event_id', opportunities: 'opportunity_id', news_items: 'news_item_id' }[table as string]
  if (!column) return
  const letter = await db.find('list_letters', ['id'], { [column]: id })
  const ask = column === 'news_item_id' ? undefined : await db.find('asks', ['id'], { [column]: id })
  if (letter || ask)
    throw new HttpError(409, `A letter is about this ${noun}, or someone was asked for it, so it cannot be deleted.`)
}

/**
 * Moves a publication along its table: nothing else publishes or ends one. 404, 409 with who was first or what is
 * missing, or 422 for a time that has passed.
 */
export async function movePublication(
  { db, ...rest }: Writing,
  id: number,
  { move, at }: { move: string; at?: string | undefined },
): Promise<void> {
  await transact(db, async (db) => {
    const { kind, config, by } = rest
    const { contract, beforeMove = {}, moveColumns = {}, afterMove = {} } = kind
    const record = await lock({ db, ...rest }, id)
    const refusal = contract.canMove(record.state, move) ? missing(kind, record, move) : outdated(kind, record)
    if (refusal) throw new HttpError(409, refusal)
    await beforeMove[move]?.(db, id)
    const published = await publishingOf(db, config, kind, { move, at })
    await db.update(kind.table, { id }, { ...savedBy(by), ...moveColumns[move], ...published })
    const time = published.published_at
    await audit(db, by, `${kind.noun}.${move}`, `${kind.table}/${id}`, {
      before: record.state,
      after: contract.moves[move]!.to,
      ...(typeof time === 'string' ? { published_at: time } : {}),
    })
    await afterMove[move]?.(db, id)
  })
}

function outdated({ noun, subject = `This ${noun}`, stateWords }: Kind, { state, updated_by }: Found): string {
  return `${subject} is now ${stateWords[state]}${updated_by ? `: ${updated_by} changed it last` : ''}. Reload the page.`
}

/** Explains why a move that the state allows is refused. */
function missing(kind: Kind, record: Found, move: string): string | null {
  if (move === 'unpublish' && kind.answers && !isUnanswered(record.counts!))
    return `Champions have answered, and letters link to its page. ${kind.answers.instead} it instead.`
  const refusal = kind.refuseMove?.(record, move)
  if (refusal) return refusal
  return (move === 'publish' || (move === 'schedule' && 'publish' in kind.contract.moves)) && record.summary === ''
    ? 'Write a summary first: it is what people read in the list.'
    : null
}

/** The column that publishing, scheduling and taking off the site write. Throws a 422 for a time that has passed. */
async function publishingOf(
  db: Db,
  config: Config,
  { contract }: Kind,
  { move, at }: { move: string; at?: string | undefined },
): Promise<{ published_at?: string | RawBuilder<string> | null }> {
  if (move === 'publish') return { published_at: sql<string>`now()` }
  if (move === 'unpublish') return { published_at: null }
  if (move !== 'schedule') return {}
  const time = await instantsOf(db, config.INSTITUTION_TIME_ZONE, { at: at! })
  // The database's clock decides when it begins.
  const isOver = sql<boolean>`${time.at}::timestamptz <= now()`.as('is_over')
  const { is_over } = await db.selectNoFrom(isOver).executeTakeFirstOrThrow()
  const now = 'publish' in contract.moves ? 'publish' : 'send'
  if (is_over) throw invalid('at', `This time has passed. Choose a later one, or ${now} it now.`)
  return { published_at: new Date(time.at).toISOString() }
}

async function columnsOf(kind: Kind, db: Db, config: Config, written: Fields): Promise<object> {
  const { title, ...columns } = await kind.columnsOf(db, config, written)
  return { ...columns, [kind.titleColumn ?? 'title']: title }
}

const savedBy = (by: StaffUser): object => ({
  version: sql`version + 1`,
  updated_by_id: by.id,
  updated_at: sql`now()`,
})

/** The record, which no one else changes, answers or joins until the transaction ends. Throws a 404. */
async function lock({ db, config, kind }: Writing, id: number): Promise<Found> {
  await db.find(kind.table, ['id'], { id }, { lock: true })
  return findRecord(kind, db, config, id)
}

/** The same, if it is what the person saw. */
async function lockVersion(writing: Writing, id: number, version: number): Promise<Found> {
  const current = await lock(writing, id)
  if (current.version === version) return current
  const who = current.updated_by ?? 'Someone else'
  const sentence = `${who} has saved this ${writing.kind.noun} since you opened it. What you typed is still here.`
  throw new HttpError(409, sentence, { body: { current } })
}

/** A draft's address follows its title; one that people may have seen changes only when someone says so. */
async function slugAfter(db: Db, kind: Kind, id: number, before: Found, { slug, title }: Fields): Promise<string> {
  if (slug === '' && before.state !== 'draft') return before.slug
  return freeSlug(db, kind, { slug, title }, id)
}

/** Throws a 422 where the photo is none, or was swept because nothing used it for days. */
async function refuseUnknownPhoto(db: Db, name: string | null): Promise<void> {
  if (name === null) return
  const found = await db.find('photos', ['name'], { name })
  if (!found) throw invalid('photo', 'This photo is no longer there. Upload it again.')
}
