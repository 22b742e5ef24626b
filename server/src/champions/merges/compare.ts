import { sql } from 'kysely'
import type { ComparisonPage } from '@alumni/shared/champions/merges'
import { displayName, nameParts, readDismissals } from '../../alumni/index.ts'
import { mapToSurvivors, type Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { readValues } from './field-values.ts'
import { listReasons } from './find-duplicates.ts'
import { briefsOf, describeMissing } from './brief.ts'
import { dismissals } from './list-duplicates.ts'

/** Compares signups: their values, the reasons for each pair, and other signups that look like one of them. */
export async function compareSignups(db: Db, ids: readonly number[]): Promise<ComparisonPage> {
  const rows = await db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const signups = ids.flatMap((id) => byId.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null)
  const found = signups.map(({ id }) => id)
  const missing = ids.filter((id) => !found.includes(id))
  return {
    signups: await listComparedSignups(db, signups),
    pairs: await listPairs(db, found),
    others: await listSimilar(db, found),
    gone: await Promise.all(
      missing.map(async (id) => {
        const signup = byId.get(id)
        const missing = signup
          ? await describeMissing(db, signup)
          : { sentence: `There is no signup ${id}.`, merge_id: null }
        return { id, ...missing }
      }),
    ),
  }
}

async function listComparedSignups(db: Db, signups: readonly Signup[]): Promise<ComparisonPage['signups']> {
  const ids = signups.map(({ id }) => id)
  if (ids.length === 0) return []
  const [briefs, values] = [await briefsOf(db, ids), await readValues(db, signups)]
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
  return signups.map((signup, i) => {
    const alumnus = alumni.find(({ buid }) => buid === signup.buid)
    return {
      ...briefs.get(signup.id)!,
      alumnus: alumnus ? { buid: alumnus.buid, name: displayName(alumnus) } : null,
      values: values[i]!,
      has_google: signup.google_uid !== null,
      signed_in_at: signins.find(({ signup_id }) => survivorOf.get(signup_id!) === signup.id)?.at ?? null,
    }
  })
}

async function listPairs(db: Db, ids: readonly number[]): Promise<ComparisonPage['pairs']> {
  const reasons = await listReasons(db, ids)
  const dismissed = await db
    .selectFrom(dismissals(db).as('x'))
    .selectAll()
    .where('x.low_id', 'in', [0, ...ids])
    .where('x.high_id', 'in', [0, ...ids])
    .execute()
  const dismissalDetails = await readDismissals(
    db,
    'signup_dismissals',
    dismissed.map(({ id }) => id),
  )
  const sorted = ids.toSorted((a, b) => a - b)
  return sorted.flatMap((first, i) =>
    sorted.slice(i + 1).map((second): ComparisonPage['pairs'][number] => {
      const found = dismissed.find(({ low_id, high_id }) => low_id === first && high_id === second)
      return {
        ids: [first, second],
        reasons: reasons
          .filter((row) => row.first_id === first && row.second_id === second)
          .map(({ reason }) => reason),
        dismissal: (found && dismissalDetails.get(found.id)) ?? null,
      }
    }),
  )
}

async function listSimilar(db: Db, ids: readonly number[]): Promise<ComparisonPage['others']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('signup_duplicates as d')
    .innerJoin('champion_signups as o', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([eb('d.first_id', 'in', [...ids]), eb('o.id', '=', eb.ref('d.second_id'))]),
          eb.and([eb('d.second_id', 'in', [...ids]), eb('o.id', '=', eb.ref('d.first_id'))]),
        ]),
      ),
    )
    .select(['o.id', 'd.weight'])
    .where('o.id', 'not in', [...ids])
    .where('o.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom, eb }) =>
      not(
        exists(
          selectFrom('signup_dismissals as x')
            .whereRef('x.first_id', '=', eb.ref('d.first_id'))
            .whereRef('x.second_id', '=', eb.ref('d.second_id')),
        ),
      ),
    )
    .orderBy('d.weight', 'desc')
    .limit(20)
    .execute()
  const briefs = await briefsOf(
    db,
    rows.map(({ id }) => id),
  )
  return [...new Set(rows.map(({ id }) => id))].slice(0, 5).map((id) => briefs.get(id)!)
}
