import { alumnusFields, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChangeStatus, ConflictSide, ResolveManyReply, ResolveManyRequest } from '@alumni/shared/exchange/crm'
import { writeRecordChanges, type RecordChange } from '../../alumni/index.ts'
import { isUniqueViolation } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import type { ResolutionEffect } from './entities.ts'
import { listConflictsById, countOpenConflicts, listOpenConflictIds } from './conflicts.ts'
import { deleteChanges } from './moves.ts'
import { toCrmValue } from './queue-change.ts'

export type LockedConflict = {
  id: number
  buid: string
  alumnus_id: number
  field: AlumnusField
  ours: string | null
  theirs: string | null
  current: string | null
  /** The CRM's value when the change was made; null if there is no change. */
  before: string | null
  is_open: boolean
  resolved_at: string | null
  resolved_by: string | null
  change_id: number | null
  /** Null if the change was withdrawn. */
  change_status: CrmChangeStatus | null
  change_after: string | null
  settlement: ResolutionEffect | null
}

type Resolution = {
  keep: ConflictSide
  /** The CRM's value that the user saw; undefined skips the check. */
  theirs?: string | null | undefined
}

/**
 * Resolves a conflict. Keeping `ours` still sends the change to the CRM. Keeping `theirs` takes the CRM's value and
 * withdraws the unconfirmed changes. Throws `HttpError` 404, or 409 if the conflict has changed since the user saw it.
 */
export async function resolveConflict(
  db: Db,
  id: number,
  { keep, theirs }: Resolution,
  user: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const conflict = await lockConflict(db, id)
    if (!conflict.is_open)
      throw new HttpError(
        409,
        `This conflict is already resolved${conflict.resolved_by ? `, by ${conflict.resolved_by}` : ''}.`,
      )
    if (theirs !== undefined && theirs !== conflict.theirs)
      throw new HttpError(409, 'A newer file from the CRM has a different value. Review it again.')
    const { current } = conflict
    const noEffect = { from: current, to: current, withdrawn: [], conflicts: [] }
    const effect = keep === 'theirs' ? await applyTheirs(db, conflict, user) : noEffect
    await db.update(
      'crm_conflicts',
      { id },
      { resolution: keep, resolved_at: sql`now()`, resolved_by_id: user.id, settlement: JSON.stringify(effect) },
    )
    const { buid, field, ours } = conflict
    const details = { buid, field, ours, theirs: conflict.theirs, withdrawn: effect.withdrawn }
    await audit(db, user, `crm-conflict.kept-${keep}`, `crm-conflicts/${id}`, details)
  })
}

/** Locks the alumnus before the conflict, in the same order as an import. Throws `HttpError` 404. */
export async function lockConflict(db: Db, id: number): Promise<LockedConflict> {
  const buidQuery = db.selectFrom('crm_conflicts').select('buid').where('id', '=', id)
  await db.selectFrom('alumni').select('id').where('buid', '=', buidQuery).forNoKeyUpdate().execute()
  const conflict = await db
    .selectFrom('crm_conflicts as conflict')
    .innerJoin('alumni', 'alumni.buid', 'conflict.buid')
    .leftJoin('staff_users as resolver', 'resolver.id', 'conflict.resolved_by_id')
    .leftJoin('crm_data_changes as change', 'change.id', 'conflict.change_id')
    .select(['conflict.id', 'conflict.buid', 'alumni.id as alumnus_id', 'conflict.ours', 'conflict.theirs'])
    .select([sql<AlumnusField>`conflict.field`.as('field')])
    .select([sql<string | null>`to_jsonb(alumni) ->> conflict.field`.as('current'), 'change.before'])
    .select(['conflict.change_id', 'change.status as change_status', 'change.after as change_after'])
    .select([sql<boolean>`conflict.resolved_at is null`.as('is_open'), 'resolver.name as resolved_by'])
    .select([utc('conflict.resolved_at').as('resolved_at'), 'conflict.settlement'])
    .where('conflict.id', '=', id)
    .forNoKeyUpdate('conflict')
    .executeTakeFirst()
  if (!conflict) throw new HttpError(404, 'There is no such conflict.')
  return conflict
}

async function applyTheirs(db: Db, conflict: LockedConflict, user: StaffUser): Promise<ResolutionEffect> {
  const { field, ours, theirs, current, before } = conflict
  if (!alumnusFields.includes(field) || field === 'buid')
    throw new HttpError(409, `The CRM does not decide about “${field}”.`)
  const value = toCrmValue(field, theirs)
  // Edits by champions are not on file until the CRM confirms them, so `before` may still be current.
  if (current !== ours && current !== value && current !== before)
    throw new HttpError(
      409,
      `${fieldLabel(field)} has since been changed here. Keep our value, or check the record first.`,
    )
  if (current !== value) await writeField(db, conflict, value, user)
  const conflicts = await listConflictsOfField(db, conflict)
  return { from: current, to: value, withdrawn: await withdrawFieldChanges(db, conflict, user), conflicts }
}

/** Writes a field and its history. Throws `HttpError` 409 if another person has the same unique value. */
export async function writeField(
  db: Db,
  { buid, alumnus_id, field, current }: Pick<LockedConflict, 'buid' | 'alumnus_id' | 'field' | 'current'>,
  value: string | null,
  user: StaffUser,
): Promise<void> {
  try {
    await db.update('alumni', { buid }, { [field]: value, updated_at: sql`now()` })
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError(409, `${fieldLabel(field)} ${value} now belongs to someone else.`)
    throw error
  }
  const fields: RecordChange['fields'] = { [field]: [current, value] }
  await writeRecordChanges(db, user, [{ record: 'alumnus', record_id: alumnus_id, buid, action: 'changed', fields }])
}

async function listConflictsOfField(db: Db, { buid, field }: LockedConflict): Promise<ResolutionEffect['conflicts']> {
  return db
    .selectFrom('crm_conflicts as conflict')
    .innerJoin('crm_data_changes as change', 'change.id', 'conflict.change_id')
    .select(['conflict.id', 'conflict.change_id', sql<boolean>`conflict.resolved_at is null`.as('is_open')])
    .where('change.buid', '=', buid)
    .where('change.field', '=', field)
    .where('change.status', 'in', ['pending', 'exported'])
    .execute()
}

/** Deletes the unconfirmed changes of the field, resolves its conflicts, and returns the deleted changes. */
async function withdrawFieldChanges(db: Db, { buid, field }: LockedConflict, user: StaffUser): Promise<unknown[]> {
  const withdrawn = await deleteChanges(db, ({ and, eb }) =>
    and([and({ buid, field }), eb('status', 'in', ['pending', 'exported'])]),
  )
  await db.update(
    'crm_conflicts',
    { buid, field, resolved_at: null, change_id: null },
    { resolution: 'theirs', resolved_at: sql`now()`, resolved_by_id: user.id },
  )
  return withdrawn
}

const maxMs = 10_000

/** Resolves each conflict in its own transaction. Stops after ten seconds and returns in `next` where to continue. */
export async function resolveConflicts(
  db: Db,
  request: ResolveManyRequest,
  user: StaffUser,
): Promise<ResolveManyReply> {
  if ('ids' in request) return resolveByIds(db, [...new Set(request.ids)], request.keep, user)
  const { keep, filter, after, confirm_count } = request
  const open = await countOpenConflicts(db, filter, after)
  if (open !== confirm_count)
    throw new HttpError(
      409,
      `There ${open === 1 ? 'is 1 open conflict' : `are ${open} open conflicts`} now, not ${confirm_count}. Review them again.`,
    )
  const reply: ResolveManyReply = { resolved: 0, refused: [], next: null }
  const startedAt = performance.now()
  for (let last = after; ;) {
    const chunk = await listOpenConflictIds(db, filter, last, 100)
    if (chunk.length === 0) return reply
    const { resolved, refused } = await resolveByIds(db, chunk, keep, user)
    reply.resolved += resolved
    reply.refused.push(...refused)
    last = chunk.at(-1)!
    if (performance.now() - startedAt < maxMs) continue
    const remaining = await countOpenConflicts(db, filter, last)
    return remaining === 0 ? reply : { ...reply, next: { after: last, confirm_count: remaining } }
  }
}

async function resolveByIds(
  db: Db,
  ids: readonly number[],
  keep: ConflictSide,
  user: StaffUser,
): Promise<ResolveManyReply> {
  const refusals = new Map<number, string>()
  for (const id of ids) {
    try {
      await resolveConflict(db, id, { keep }, user)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.set(id, error.message)
    }
  }
  const refused = (await listConflictsById(db, [...refusals.keys()])).map(({ id, buid, name, field }) => ({
    id,
    buid,
    name,
    field,
    error: refusals.get(id)!,
  }))
  return { resolved: ids.length - refusals.size, refused, next: null }
}
