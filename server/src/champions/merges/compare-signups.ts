import { sql } from 'kysely'
import type { ComparisonPage } from '@alumni/shared/champions/merges'
import { displayName, nameParts, readDismissals } from '../../alumni/index.ts'
import { mapToSurvivors, type Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { readValues } from './field-values.ts'
import { listReasons } from './find-duplicates.ts'
import { readBriefs, describeMissing } from './read-briefs.ts'
import { selectDismissals } from './list-duplicates.ts'

/** Keeps the order of `ids`. `gone` explains ids that were deleted, merged or unknown. */
export async function compareSignups(db: Db, ids: readonly number[]): Promise<ComparisonPage> {
  const rows = await db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const signups = ids.flatMap((id) => byId.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null)
  const activeIds = signups.map(({ id }) => id)
  const missingIds = ids.filter((id) => !activeIds.includes(id))
  return {
    signups: await listComparedSignups(db, signups),
    pairs: await listPairs(db, activeIds),
    others: await listSimilarSignups(db, activeIds),
    gone: await Promise.all(
      missingIds.map(async (id) => {
        const signup = byId.get(id)
        const description = signup
          ? await describeMissing(db, signup)
          : { message: `There is no signup ${id}.`, merge_id: null }
        return { id, ...description }
      }),
    ),
  }
}

async function listComparedSignups(db: Db, signups: readonly Signup[]): Promise<ComparisonPage['signups']> {
  const ids = signups.map(({ id }) => id)
  if (ids.length === 0) return []
  const [briefs, values] = [await readBriefs(db, ids), await readValues(db, signups)]
  const alumni = await db
    .selectFrom('alumni as a')
    .select(['a.buid', ...nameParts])
    .where(
      'a.buid',
      'in',
      signups.map(({ buid }) => buid ?? ''),
    )
    .execute()
  const survivorOf = await mapToSurvivors(db, ids)
  const signins = await db
    .selectFrom('activity_events as e')
    .select(['e.signup_id', sql<string>`max(${utc('e.occurred_at')})`.as('at')])
    .where('e.signup_id', 'in', [...survivorOf.keys()])
    .where('e.type', '=', 'signin_completed')
    .groupBy('e.signup_id')
    .orderBy('at', 'desc')
    .execute()
  return signups.map((signup, index) => {
    const alumnus = alumni.find(({ buid }) => buid === signup.buid)
    return {
      ...briefs.get(signup.id)!,
      alumnus: alumnus ? { buid: alumnus.buid, name: displayName(alumnus) } : null,
      values: values[index]!,
      has_google: signup.google_uid !== null,
      signed_in_at: signins.find(({ signup_id }) => survivorOf.get(signup_id!) === signup.id)?.at ?? null,
    }
  })
}

async function listPairs(db: Db, ids: readonly number[]): Promise<ComparisonPage['pairs']> {
  const reasons = await listReasons(db, ids)
  const dismissals = await db
    .selectFrom(selectDismissals(db).as('dismissal'))
    .selectAll()
    .where('dismissal.low_id', 'in', [0, ...ids])
    .where('dismissal.high_id', 'in', [0, ...ids])
    .execute()
  const dismissalDetails = await readDismissals(
    db,
    'signup_dismissals',
    dismissals.map(({ id }) => id),
  )
  const sorted = ids.toSorted((a, b) => a - b)
  return sorted.flatMap((first, i) =>
    sorted.slice(i + 1).map((second): ComparisonPage['pairs'][number] => {
      const dismissal = dismissals.find(({ low_id, high_id }) => low_id === first && high_id === second)
      return {
        ids: [first, second],
        reasons: reasons
          .filter((row) => row.first_id === first && row.second_id === second)
          .map(({ reason }) => reason),
        dismissal: (dismissal && dismissalDetails.get(dismissal.id)) ?? null,
      }
    }),
  )
}

async function listSimilarSignups(db: Db, ids: readonly number[]): Promise<ComparisonPage['others']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('signup_duplicates as pair')
    .innerJoin('champion_signups as other', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([eb('pair.first_id', 'in', [...ids]), eb('other.id', '=', eb.ref('pair.second_id'))]),
          eb.and([eb('pair.second_id', 'in', [...ids]), eb('other.id', '=', eb.ref('pair.first_id'))]),
        ]),
      ),
    )
    .select(['other.id', 'pair.weight'])
    .where('other.id', 'not in', [...ids])
    .where('other.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom, eb }) =>
      not(
        exists(
          selectFrom('signup_dismissals as dismissal')
            .whereRef('dismissal.first_id', '=', eb.ref('pair.first_id'))
            .whereRef('dismissal.second_id', '=', eb.ref('pair.second_id')),
        ),
      ),
    )
    .orderBy('pair.weight', 'desc')
    .limit(20)
    .execute()
  const briefs = await readBriefs(
    db,
    rows.map(({ id }) => id),
  )
  return [...new Set(rows.map(({ id }) => id))].slice(0, 5).map((id) => briefs.get(id)!)
}
