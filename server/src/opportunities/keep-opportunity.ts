import { sql } from 'kysely'
import { opportunityFields, type OpportunityFields, type OpportunityRecord } from '@alumni/shared/staff-opportunities'
import type { Config } from '../config.ts'
import { freeSlug } from '../content/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'
import { findRecord, isUnanswered } from './staff-record.ts'

/** Writes a draft. 422: another opportunity has its slug. Answers its id. */
export async function createOpportunity(em: EntityManager, fields: OpportunityFields, by: StaffUser): Promise<number> {
  return em.transactional(async (em) => {
    const { id } = await em
      .getKysely()
      .insertInto('opportunities')
      .values({ ...stored(fields), slug: await freeSlug(em, 'opportunities', fields), updated_by_id: by.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(em, by, 'opportunity.created', `opportunities/${id}`, { title: fields.title })
    return id
  })
}

type Edit = OpportunityFields & { version: number }

/** Saves what staff have written; new places go to those who wait. 404: there is none. 409: somebody else has saved since; `current` is what they wrote. 422: the slug cannot be had. */
export async function changeOpportunity(
  em: EntityManager,
  config: Config,
  id: number,
  { version, ...fields }: Edit,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    const before = await hold(em, config, id, version)
    const after = { ...stored(fields), slug: await slugAfter(em, before, fields) }
    const changed = (Object.keys(opportunityFields.shape) as (keyof OpportunityFields)[]).filter(
      (name) => after[name] !== before[name],
    )
    if (changed.length === 0) return
    await em
      .getKysely()
      .updateTable('opportunities')
      .set(({ eb, lit }) => ({
        ...after,
        version: eb('version', '+', lit(1)),
        updated_by_id: by.id,
        updated_at: sql<string>`now()`,
      }))
      .where('id', '=', id)
      .execute()
    await audit(em, by, 'opportunity.changed', `opportunities/${id}`, {
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      after: Object.fromEntries(changed.map((name) => [name, after[name]])),
    })
    await fillPlaces(em, id)
  })
}

/** Deletes a draft that nobody has answered. 404, or 409 with a sentence. */
export async function deleteOpportunity(
  em: EntityManager,
  config: Config,
  id: number,
  version: number,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    const { state, counts, title } = await hold(em, config, id, version)
    if (state !== 'draft') throw new HttpError(409, 'Only a draft can be deleted. Close this opportunity instead.')
    if (!isUnanswered(counts)) throw new HttpError(409, 'Champions have answered this one: it cannot be deleted.')
    await em.getKysely().deleteFrom('opportunities').where('id', '=', id).execute()
    await audit(em, by, 'opportunity.deleted', `opportunities/${id}`, { title })
  })
}

/** The opportunity, locked, if it is what the person saw. */
async function hold(em: EntityManager, config: Config, id: number, version: number): Promise<OpportunityRecord> {
  await lockOpportunity(em, id)
  const current = await findRecord(em, config, id)
  if (current.version !== version)
    throw new HttpError(
      409,
      `${current.updated_by ?? 'Somebody else'} has saved this opportunity since you opened it. What you typed is still here.`,
      { body: { current } },
    )
  return current
}

/** Blank lines are none. */
function stored(fields: OpportunityFields): OpportunityFields {
  const { place, effort, question } = fields
  return { ...fields, place: place || null, effort: effort || null, question: question || null }
}

/** Links lead to what is published, and letters hold them: its address stays. */
async function slugAfter(
  em: EntityManager,
  before: OpportunityRecord,
  { slug, title }: OpportunityFields,
): Promise<string> {
  if (before.state === 'draft') return freeSlug(em, 'opportunities', { slug, title }, before.id)
  if (slug === '' || slug === before.slug) return before.slug
  const sentence = 'Its address stays as it is: letters and links lead to it.'
  throw new HttpError(422, sentence, { fields: { slug: sentence } })
}
