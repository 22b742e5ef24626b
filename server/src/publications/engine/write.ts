import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { hasNoAnswers } from './answers.ts'
import { type Fields, type Kind, type PublicationRecord as Found } from './kind.ts'
import { findRecord } from './records.ts'
import { selectByFormerSlug, findFreeSlug, saveFormerSlug } from './slugs.ts'
import { toInstants, invalid } from './times.ts'

export type Writing = { db: Db; config: Config; kind: Kind; by: StaffUser }

/** Creates a draft, or changes the draft that the same form created, and returns its id. Throws a 422. */
export async function createPublication(
  { db, ...rest }: Writing,
  { form_id, ...written }: Fields & { form_id?: string | undefined },
): Promise<number> {
  return transact(db, async (db) => {
    const { kind, config, by } = rest
    const first = form_id === undefined ? undefined : await findDraftOfForm(db, kind, form_id)
    if (first) {
      // Version 1 causes a conflict if a colleague has changed the draft or if it has been published.
      const isUnchanged = first.updated_by_id === by.id && first.published_at === null
      const version = isUnchanged ? first.version : 1
      await savePublication({ db, ...rest }, first.id, { ...written, version })
      return first.id
    }
    await refuseUnknownPhoto(db, written.photo)
    const columns = await columnsOf(kind, db, config, written)
    const slug = await findFreeSlug(db, kind, written)
    const { summary, body } = written
    const id = await db.add(kind.table, { ...columns, slug, summary, body, updated_by_id: by.id })
    if (form_id !== undefined) await saveFormerSlug(db, kind, id, form_id)
    await audit(db, by, `${kind.noun}.created`, `${kind.table}/${id}`, { title: written.title })
    return id
  })
}

/** The form id is stored as a former slug. Waits for concurrent requests from the same form. */
async function findDraftOfForm(db: Db, kind: Kind, form: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${form}, 0))`.execute(db)
  const created = selectByFormerSlug(db, kind, form)
  return created.select(['t.id', 't.version', 't.updated_by_id', 't.published_at']).executeTakeFirst()
}

/** Saves changed fields. Throws a 404, a 409 with the `current` record if `version` is outdated, or a 422. */
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
    const slug = written.slug === before.slug ? before.slug : await nextSlug(db, kind, id, before, written)
    const after = { ...written, slug }
    const names = Object.keys(kind.contract.fields.shape) as (keyof Fields)[]
    const changed = names.filter((name) => name in after && !isDeepStrictEqual(after[name], before[name]))
    if (changed.length === 0) return
    await refuseUnknownPhoto(db, written.photo)
    const columns = { ...(await columnsOf(kind, db, config, written)), slug }
    await (kind.store ? kind.store(db, id, columns) : db.update(kind.table, { id }, columns))
    await db.update(kind.table, { id }, savedBy(by))
    if (slug !== before.slug) await saveFormerSlug(db, kind, id, before.slug)
    await audit(db, by, `${kind.noun}.changed`, `${kind.table}/${id}`, {
      before: auditedOf(kind, changed, before),
      after: auditedOf(kind, changed, after),
    })
  })
}

function auditedOf({ audited = (fields) => fields }: Kind, names: readonly (keyof Fields)[], values: Fields): object {
  return audited(Object.fromEntries(names.map((name) => [name, values[name]])))
}

/** Deletes a publication. Throws a 404, or a 409 if `version` is outdated or answers or letters refer to it. */
export async function deletePublication({ db, ...rest }: Writing, id: number, version: number): Promise<void> {
  await transact(db, async (db) => {
    const { kind, by } = rest
    const found = await lockVersion({ db, ...rest }, id, version)
    const refusal = kind.answers ? answeredRefusal(kind, found) : kind.refuseDelete?.(found)
    if (refusal) throw new HttpError(409, refusal)
    await refuseReferenced(db, kind, id)
    await db.remove('former_slugs', { kind: kind.table, subject_id: id })
    await db.remove(kind.table, { id })
    await audit(db, by, `${kind.noun}.deleted`, `${kind.table}/${id}`, { title: found.title })
  })
}

function answeredRefusal({ answers, noun }: Kind, { state, counts = {} }: Found): string | null {
  if (state !== 'draft') return `Only a draft can be deleted. ${answers!.alternativeAction} this ${noun} instead.`
  return hasNoAnswers(counts) ? null : 'Champions have answered this, so it cannot be deleted.'
}

async function refuseReferenced(db: Db, { table, noun }: Kind, id: number): Promise<void> {
  const column = { events: 'event_id', opportunities: 'opportunity_id', news_items: 'news_item_id' }[table as string]
  if (!column) return
  const letter = await db.find('list_letters', ['id'], { [column]: id })
  const ask = column === 'news_item_id' ? undefined : await db.find('asks', ['id'], { [column]: id })
  if (letter || ask)
    throw new HttpError(409, `A letter is about this ${noun}, or someone was asked for it, so it cannot be deleted.`)
}

/** Moves a publication to another state. Throws a 404, a 409 for an impossible move, or a 422 for a past `at`. */
export async function movePublication(
  { db, ...rest }: Writing,
  id: number,
  { move, at }: { move: string; at?: string | undefined },
): Promise<void> {
  await transact(db, async (db) => {
    const { kind, config, by } = rest
    const { contract, beforeMove = {}, moveColumns = {}, afterMove = {} } = kind
    const record = await lock({ db, ...rest }, id)
    const refusal = contract.canMove(record.state, move)
      ? findMoveBlocker(kind, record, move)
      : describeConflict(kind, record)
    if (refusal) throw new HttpError(409, refusal)
    await beforeMove[move]?.(db, id)
    const published = await publishingTime(db, config, kind, { move, at })
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

function describeConflict(
  { noun, subject = `This ${noun}`, stateDescriptions }: Kind,
  { state, updated_by }: Found,
): string {
  return `${subject} is now ${stateDescriptions[state]}${updated_by ? `: ${updated_by} changed it last` : ''}. Reload the page.`
}

function findMoveBlocker(kind: Kind, record: Found, move: string): string | null {
  if (move === 'unpublish' && kind.answers && !hasNoAnswers(record.counts!))
    return `Champions have answered, and letters link to its page. ${kind.answers.alternativeAction} it instead.`
  const refusal = kind.refuseMove?.(record, move)
  if (refusal) return refusal
  return (move === 'publish' || (move === 'schedule' && 'publish' in kind.contract.moves)) && record.summary === ''
    ? 'Write a summary first: it is what people read in the list.'
    : null
}

async function publishingTime(
  db: Db,
  config: Config,
  { contract }: Kind,
  { move, at }: { move: string; at?: string | undefined },
): Promise<{ published_at?: string | RawBuilder<string> | null }> {
  if (move === 'publish') return { published_at: sql<string>`now()` }
  if (move === 'unpublish') return { published_at: null }
  if (move !== 'schedule') return {}
  const time = await toInstants(db, config.INSTITUTION_TIME_ZONE, { at: at! })
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

const savedBy = (user: StaffUser): object => ({
  version: sql`version + 1`,
  updated_by_id: user.id,
  updated_at: sql`now()`,
})

/** Locks a record against changes, answers and new members. Throws a 404. */
async function lock({ db, config, kind }: Writing, id: number): Promise<Found> {
  await db.find(kind.table, ['id'], { id }, { lock: true })
  return findRecord(kind, db, config, id)
}

async function lockVersion(writing: Writing, id: number, version: number): Promise<Found> {
  const current = await lock(writing, id)
  if (current.version === version) return current
  const editor = current.updated_by ?? 'Someone else'
  const message = `${editor} has saved this ${writing.kind.noun} since you opened it. What you typed is still here.`
  throw new HttpError(409, message, { body: { current } })
}

/** A draft's slug follows its title. A published slug changes only on request. */
async function nextSlug(db: Db, kind: Kind, id: number, before: Found, { slug, title }: Fields): Promise<string> {
  if (slug === '' && before.state !== 'draft') return before.slug
  return findFreeSlug(db, kind, { slug, title }, id)
}

/** The photo may be gone, because unused photos are removed after a week. */
async function refuseUnknownPhoto(db: Db, name: string | null): Promise<void> {
  if (name === null) return
  const found = await db.find('photos', ['name'], { name })
  if (!found) throw invalid('photo', 'This photo is no longer there. Upload it again.')
}
