import { alumnusFields, kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChangeStatus, ConflictSide, ResolveManyReply, ResolveManyRequest } from '@alumni/shared/exchange/crm'
import { writeRecordChanges, type RecordChange } from '../../alumni/index.ts'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import type { Settlement } from './entities.ts'
import { conflictsWithIds, countOpen, openConflictIds } from './conflicts.ts'
import { deleteChanges } from './moves.ts'

/** A conflict, locked together with its alumnus. `current` is what is on file now. */
export type LockedConflict = {
  id: number
  buid: string
  alumnus_id: number
  field: AlumnusField
  ours: string | null
  theirs: string | null
  current: string | null
  /** The CRM's value when the field was changed. */
  before: string | null
  is_open: boolean
  resolved_at: string | null
  resolved_by: string | null
  change_id: number | null
  /** The state of the change, and its value now; null once it is withdrawn. */
  change_status: CrmChangeStatus | null
  change_after: string | null
  settlement: Settlement | null
}

type Resolution = {
  keep: ConflictSide
  /** The CRM's value that the person saw; undefined: they rely on nothing. */
  theirs?: string | null | undefined
}

/**
 * Settles a conflict. Ours: the change goes on to the CRM. Theirs: the field takes the CRM's value, and the changes of
 * it that are under way are withdrawn. 404: no such conflict. 409: it is settled, or the values are not those that were
 * seen.
 */
export async function resolveConflict(db: Db, id: number, { keep, theirs }: Resolution, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const conflict = await lockConflict(db, id)
    if (!conflict.is_open)
      throw new HttpError(
        409,
        `This conflict is already settled${conflict.resolved_by ? `, by ${conflict.resolved_by}` : ''}.`,
      )
    if (theirs !== undefined && theirs !== conflict.theirs)
      throw new HttpError(409, 'A newer file from the CRM has a different value. Review it again.')
    const { current } = conflict
    const untouched = { from: current, to: current, withdrawn: [], conflicts: [] }
    const settlement = keep === 'theirs' ? await takeTheirs(db, conflict, by) : untouched
    await db.update(
      'crm_conflicts',
      { id },
      { resolution: keep, resolved_at: sql`now()`, resolved_by_id: by.id, settlement: JSON.stringify(settlement) },
    )
    const { buid, field, ours, theirs: crmValue } = conflict
    await audit(db, by, `crm-conflict.kept-${keep}`, `crm-conflicts/${id}`, {
      buid,
      field,
      ours,
      theirs: crmValue,
      withdrawn: settlement.withdrawn,
    })
  })
}

/** Locks in the order of the import: the alumnus first, then the conflict. */
export async function lockConflict(db: Db, id: number): Promise<LockedConflict> {
  const ofConflict = db.selectFrom('crm_conflicts').select('buid').where('id', '=', id)
  await db.selectFrom('alumni').select('id').where('buid', '=', ofConflict).forNoKeyUpdate().execute()
  const conflict = await db
    .selectFrom('crm_conflicts as c')
    .innerJoin('alumni as a', 'a.buid', 'c.buid')
    .leftJoin('staff_users as s', 's.id', 'c.resolved_by_id')
    .leftJoin('crm_data_changes as d', 'd.id', 'c.change_id')
    .select(['d.before', 'c.id', 'c.buid', 'a.id as alumnus_id', 'c.ours', 'c.theirs', 's.name as resolved_by'])
    .select([sql<AlumnusField>`c.field`.as('field'), sql<string | null>`to_jsonb(a) ->> c.field`.as('current')])
    .select(['c.change_id', 'd.status as change_status', 'd.after as change_after', 'c.settlement'])
    .select([sql<boolean>`c.resolved_at is null`.as('is_open'), utc('c.resolved_at').as('resolved_at')])
    .where('c.id', '=', id)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (!conflict) throw new HttpError(404, 'There is no such conflict.')
  return conflict
}

async function takeTheirs(db: Db, conflict: LockedConflict, by: StaffUser): Promise<Settlement> {
  const { field, ours, theirs, current, before } = conflict
  if (!alumnusFields.includes(field) || field === 'buid')
    throw new HttpError(409, `The CRM does not decide about “${field}”.`)
  // A flag that the CRM leaves blank is one that it does not set.
  const isFlag = kindOf[field] === 'flag'
  const value = isFlag ? (theirs ?? 'false') : theirs
  // A champion's change is on file only once the CRM has it: what was before it is still there.
  if (current !== ours && current !== value && current !== before)
    throw new HttpError(
      409,
      `${fieldLabel(field)} has since been changed here. Keep our value, or check the record first.`,
    )
  if (current !== value) await writeField(db, conflict, value, by)
  const conflicts = await conflictsOfField(db, conflict)
  return { from: current, to: value, withdrawn: await withdrawChanges(db, conflict, by), conflicts }
}

/** With its entry in the history. 409: the value must be one person's alone, and is another person's. */
export async function writeField(
  db: Db,
  { buid, alumnus_id, field, current }: Pick<LockedConflict, 'buid' | 'alumnus_id' | 'field' | 'current'>,
  value: string | null,
  by: StaffUser,
): Promise<void> {
  try {
    await db.update('alumni', { buid }, { [field]: value, updated_at: sql`now()` })
  } catch (error) {
    if (sqlState(error) === '23505')
      throw new HttpError(409, `${fieldLabel(field)} ${value} now belongs to someone else.`)
    throw error
  }
  const fields: RecordChange['fields'] = { [field]: [current, value] }
  await writeRecordChanges(db, by, [{ record: 'alumnus', record_id: alumnus_id, buid, action: 'changed', fields }])
}

/**
 * The conflicts about changes of the field that are on their way to the CRM: they lose them, and those that are open
 * are settled.
 */
async function conflictsOfField(db: Db, { buid, field }: LockedConflict): Promise<Settlement['conflicts']> {
  return db
    .selectFrom('crm_conflicts as c')
    .innerJoin('crm_data_changes as d', 'd.id', 'c.change_id')
    .select(['c.id', 'c.change_id', sql<boolean>`c.resolved_at is null`.as('is_open')])
    .where('d.buid', '=', buid)
    .where('d.field', '=', field)
    .where('d.status', 'in', ['pending', 'exported'])
    .execute()
}

/** Deletes every change of the field that is on its way to the CRM, and answers what they were. */
async function withdrawChanges(db: Db, { buid, field }: LockedConflict, by: StaffUser): Promise<unknown[]> {
  const withdrawn = await deleteChanges(db, ({ and, eb }) =>
    and([and({ buid, field }), eb('status', 'in', ['pending', 'exported'])]),
  )
  await db.update(
    'crm_conflicts',
    { buid, field, resolved_at: null, change_id: null },
    { resolution: 'theirs', resolved_at: sql`now()`, resolved_by_id: by.id },
  )
  return withdrawn
}

const maxMs = 10_000

/**
 * Resolves each conflict in a transaction of its own; those that refuse are named. Stops when ten seconds are over, and
 * says where.
 */
export async function resolveMany(db: Db, request: ResolveManyRequest, by: StaffUser): Promise<ResolveManyReply> {
  if ('ids' in request) return resolveThese(db, [...new Set(request.ids)], request.keep, by)
  const { keep, filter, after, confirm_count } = request
  const open = await countOpen(db, filter, after)
  if (open !== confirm_count)
    throw new HttpError(
      409,
      `There ${open === 1 ? 'is 1 open conflict' : `are ${open} open conflicts`} now, not ${confirm_count}. Review them again.`,
    )
  const reply: ResolveManyReply = { resolved: 0, refused: [], next: null }
  const start = performance.now()
  for (let last = after; ;) {
    const chunk = await openConflictIds(db, filter, last, 100)
    if (chunk.length === 0) return reply
    const { resolved, refused } = await resolveThese(db, chunk, keep, by)
    reply.resolved += resolved
    reply.refused.push(...refused)
    last = chunk.at(-1)!
    if (performance.now() - start < maxMs) continue
    const left = await countOpen(db, filter, last)
    return left === 0 ? reply : { ...reply, next: { after: last, confirm_count: left } }
  }
}

async function resolveThese(
  db: Db,
  ids: readonly number[],
  keep: ConflictSide,
  by: StaffUser,
): Promise<ResolveManyReply> {
  const refusals = new Map<number, string>()
  for (const id of ids) {
    try {
      await resolveConflict(db, id, { keep }, by)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.set(id, error.message)
    }
  }
  const refused = (await conflictsWithIds(db, [...refusals.keys()])).map(({ id, buid, name, field }) => ({
    id,
    buid,
    name,
    field,
    error: refusals.get(id)!,
  }))
  return { resolved: ids.length - refusals.size, refused, next: null }
}
