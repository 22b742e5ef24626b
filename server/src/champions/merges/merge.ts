import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  isListField,
  mergeFieldNames,
  type MergeChoices,
  type MergeKey,
  type MergeOutcome,
  type MergePreview,
  type MergeRequest,
} from '@alumni/shared/champions/merges'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { getSignup, mapToSurvivors, type Signup } from '../record/find-signup.ts'
import { recordAttendances } from '../record/record-attendances.ts'
import { queueNoEmailChanges } from '../record/letter-opt-outs.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { attendancesOf, attendancesWithout } from './attendances.ts'
import {
  listAnswers,
  deleteDoubles,
  describeDouble,
  findDoubles,
  lockAnswered,
  passOnPlaces,
  readRows,
  type AnswerRules,
  type Row,
} from './doubles.ts'
import { chosenColumns, readValues, resolveChoices } from './field-values.ts'
import { findMergeKey } from './find-duplicates.ts'
import { describeMissing } from './brief.ts'
import { isEqual, type SavedMerge } from './saved.ts'

/**
 * Merges signups of one person and returns the id of the merge. The sources then refer to the survivor, each field
 * takes the chosen value, and duplicate answers are deleted. Repeating the request changes nothing. Throws 404 for an
 * unknown signup, and 409 if a signup has changed or the outcome differs from `seen`.
 */
export async function mergeSignups(
  db: Db,
  request: MergeRequest,
  user: StaffUser,
  rules: AnswerRules,
): Promise<number> {
  return transact(db, async (db) => {
    const signups = await lockSignups(db, [request.survivor_id, ...request.source_ids])
    const repeated = await findSameMerge(db, request, user)
    if (repeated) return repeated.id
    const { outcome, saved, choices, key } = await perform(db, signups, request, rules)
    if (request.seen !== undefined && request.seen !== digestOf(outcome))
      throw new HttpError(409, 'These signups have changed since you opened the preview. Check the new preview.')
    const id = await db.add('signup_merges', {
      survivor_id: request.survivor_id,
      source_ids: sql`${request.source_ids}::bigint[]`,
      key,
      choices: JSON.stringify(request.fields),
      outcome: JSON.stringify(outcome),
      saved: JSON.stringify(saved),
      merged_by_id: user.id,
    })
    const payload = { merge: id, sources: request.source_ids, key, by: user.id }
    await writeActivityEvent(db, { type: 'signup_merged', signup: request.survivor_id, payload })
    const { fields, dropped } = outcome
    const detail = { merge: id, sources: request.source_ids, key, choices, fields, dropped }
    await audit(db, user, 'champion-signup.merged', `champion-signups/${request.survivor_id}`, detail)
    return id
  })
}

/** Locks signups, including deleted ones, and returns them in the order of their ids. */
export async function lockSignups(db: Db, ids: readonly number[]): Promise<Signup[]> {
  return db.selectFrom('champion_signups').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

export async function previewMerge(db: Db, request: MergeRequest, rules: AnswerRules): Promise<MergePreview> {
  const outcome = await rollBack(db, async (db) => {
    const signups = await lockSignups(db, [request.survivor_id, ...request.source_ids])
    return (await perform(db, signups, request, rules)).outcome
  })
  return { seen: digestOf(outcome), outcome }
}

/** Runs work in a transaction that is rolled back, and returns its result. */
export async function rollBack<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const undone = new Error('taken back')
  let result: { value: Result } | undefined
  try {
    await transact(db, async (db) => {
      result = { value: await work(db) }
      throw undone
    })
  } catch (error) {
    if (error !== undone || !result) throw error
  }
  return result!.value
}

type PerformedMerge = { outcome: MergeOutcome; saved: SavedMerge; choices: Required<MergeChoices>; key: MergeKey }

async function perform(
  db: Db,
  locked: readonly Signup[],
  request: MergeRequest,
  rules: AnswerRules,
): Promise<PerformedMerge> {
  const { survivor_id, source_ids, fields } = request
  const ids = [survivor_id, ...source_ids]
  await refuseGone(db, ids, locked)
  refuseForeign(request)
  const signups = ids.map((id) => locked.find((signup) => signup.id === id)!)
  const values = await readValues(db, signups)
  const choices = resolveChoices(
    signups.map((signup, i) => ({ ...signup, values: values[i]! })),
    fields,
  )
  const key = await findMergeKey(db, ids)
  const signupIds = [...(await mapToSurvivors(db, ids)).keys()]
  await lockAnswered(db, await listAnswers(db, signupIds), rules)
  const before = await readRows(db, 'champion_signups', ids, 'id')
  const attended = await attendancesOf(db, signupIds)
  const doubles = await findDoubles(db, signupIds, rules)
  await deleteDoubles(db, doubles)
  const calledOff = await cancelEmailChanges(db, request, chosenColumns(signups, choices).email)
  const google = await writeSignups(db, signups, choices)
  await updateStatus(db, await getSignup(db, survivor_id))
  await recordAttendances(db, survivor_id)
  const waiting = await listAnswers(db, signupIds)
  const places = await passOnPlaces(db, doubles, rules)
  const placed = await listAnswers(db, signupIds)
  const after = await readRows(db, 'champion_signups', ids, 'id')
  const attends = await attendancesOf(db, signupIds)
  const rowOf = (rows: readonly Row[], id: number) => rows.find((row) => row.id === id)!
  const changedSignup = (id: number) => ({ before: rowOf(before, id), after: rowOf(after, id) })
  const saved: SavedMerge = {
    signups: [changedSignup(survivor_id), ...source_ids.map(changedSignup)],
    doubles: doubles.map(({ table, row }) => ({ table, row })),
    placed: waiting
      .map(({ table, row }, i) => ({ table, before: row, after: placed[i]!.row }))
      .filter(({ before, after }) => !isEqual(before, after)),
    attendances: attendancesWithout(attended, attends),
  }
  const survivor = await getSignup(db, survivor_id)
  await queueNoEmailChanges(
    db,
    [...signups, survivor].map(({ buid }) => buid),
  )
  const [changed] = await readValues(db, [survivor])
  const outcome: MergeOutcome = {
    fields: mergeFieldNames
      .filter((field) => !isEqual(values[0]![field], changed![field]))
      .map((field) => ({ field, before: values[0]![field], after: changed![field], from: choices[field] })),
    status: { before: signups[0]!.status, after: survivor.status },
    google,
    dropped: await Promise.all(doubles.map((double) => describeDouble(db, double))),
    places,
    engagements: { added: attendancesWithout(attends, attended).length, removed: saved.attendances.length },
    called_off: calledOff,
  }
  return { outcome, saved, choices, key }
}

/** Finds the merge in effect that the same request of this user has made. */
function findSameMerge(db: Db, { survivor_id, source_ids, fields }: MergeRequest, user: StaffUser) {
  return db
    .selectFrom('signup_merges')
    .select('id')
    .where('survivor_id', '=', survivor_id)
    .where(sql<boolean>`source_ids @> ${source_ids}::bigint[] and source_ids <@ ${source_ids}::bigint[]`)
    .where(sql<boolean>`choices = ${JSON.stringify(fields)}::jsonb`)
    .where('merged_by_id', '=', user.id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

async function refuseGone(db: Db, ids: readonly number[], signups: readonly Signup[]): Promise<void> {
  for (const id of ids) {
    const signup = signups.find((each) => each.id === id)
    if (!signup) throw new HttpError(404, `There is no signup ${id}.`)
    if (signup.deleted_at === null) continue
    const { sentence, merge_id } = await describeMissing(db, signup)
    const links = merge_id ? { links: { merge: `/champion_signups/merges/${merge_id}` } } : undefined
    throw new HttpError(409, sentence, { body: links })
  }
}

function refuseForeign({ survivor_id, source_ids, fields }: MergeRequest): void {
  for (const field of mergeFieldNames) {
    const choice = fields[field]
    if (choice === undefined || [survivor_id, ...source_ids].includes(choice as number)) continue
    if (choice === 'all' && isListField(field)) continue
    throw new HttpError(400, `The value of "${field}" is to come from one of the signups.`, {
      fields: { [field]: 'Choose one of the signups.' },
    })
  }
}

/** Cancels waiting address changes, unless the survivor requested the change and keeps its address. */
async function cancelEmailChanges(db: Db, { survivor_id, source_ids }: MergeRequest, email: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()` })
    .where('signup_id', 'in', [survivor_id, ...source_ids])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where((eb) => eb.or([eb('signup_id', 'in', source_ids), eb('old_email', '!=', email)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Moves a source's Google account to the survivor if it has none; otherwise both keep working. */
async function writeSignups(
  db: Db,
  [survivor, ...sources]: readonly Signup[],
  choices: Required<MergeChoices>,
): Promise<MergeOutcome['google']> {
  const linked = sources.find(({ google_uid }) => google_uid !== null)
  const moves = linked && survivor!.google_uid === null
  for (const { id } of sources)
    await db.update(
      'champion_signups',
      { id },
      {
        deleted_at: sql`now()`,
        updated_at: sql`now()`,
        merged_into_id: survivor!.id,
        ...(moves && id === linked.id ? { google_uid: null, google_linked_at: null } : {}),
      },
    )
  const { affinity_codes, help_roles, ...columns } = chosenColumns([survivor!, ...sources], choices)
  const consent = [survivor!, ...sources]
    .filter(({ consented_at }) => consented_at !== null)
    .toSorted((a, b) => Date.parse(b.consented_at!) - Date.parse(a.consented_at!))[0]
  await db.update(
    'champion_signups',
    { id: survivor!.id },
    {
      ...columns,
      affinity_codes: sql`${affinity_codes}::text[]`,
      help_roles: sql`${help_roles}::text[]`,
      updated_at: sql`now()`,
      ...(consent && consent.id !== survivor!.id
        ? { consented_at: consent.consented_at, privacy_policy_version: consent.privacy_policy_version }
        : {}),
      ...(moves ? { google_uid: linked.google_uid, google_linked_at: linked.google_linked_at } : {}),
    },
  )
  if (moves) return 'moves'
  if (linked) return 'both'
  return survivor!.google_uid === null ? 'none' : 'stays'
}

function digestOf(outcome: MergeOutcome): string {
  return createHash('sha256').update(JSON.stringify(outcome)).digest('base64url').slice(0, 22)
}
