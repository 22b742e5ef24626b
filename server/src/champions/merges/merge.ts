import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isListField, mergeFieldNames } from '@alumni/shared/champions/merges'
import type { MergeChoices, MergeKey, MergeOutcome, MergePreview, MergeRequest } from '@alumni/shared/champions/merges'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { getSignup, mapToSurvivors, type Signup } from '../record/find-signup.ts'
import { recordAttendances } from '../record/record-attendances.ts'
import { queueNoEmailChanges } from '../record/letter-opt-outs.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { listAttendances, excludeAttendances } from './attendances.ts'
import {
  listAnswersOfSignups,
  deleteDuplicateAnswers,
  describeDuplicateAnswer,
  findDuplicateAnswers,
  lockSubjects,
  fillFreedPlaces,
  readRows,
  type AnswerRules,
  type Row,
} from './duplicate-answers.ts'
import { pickColumns, readValues, resolveChoices } from './field-values.ts'
import { findMergeKey } from './find-duplicates.ts'
import { describeMissing } from './read-briefs.ts'
import { isEqual, type SavedMerge } from './saved-merge.ts'

/**
 * Merges signups into the survivor and returns the id of the merge. Repeating the request changes nothing. Throws 404
 * for an unknown signup, and 409 if a signup has changed or the outcome differs from the preview with the digest
 * `seen`.
 */
export async function mergeSignups(
  db: Db,
  request: MergeRequest,
  user: StaffUser,
  rules: AnswerRules,
): Promise<number> {
  return transact(db, async (db) => {
    const signups = await lockSignups(db, [request.survivor_id, ...request.source_ids])
    const earlierMerge = await findSameMerge(db, request, user)
    if (earlierMerge) return earlierMerge.id
    const { outcome, saved, choices, key } = await performMerge(db, signups, request, rules)
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

/** Locks signups in id order. Includes deleted signups. */
export async function lockSignups(db: Db, ids: readonly number[]): Promise<Signup[]> {
  return db.selectFrom('champion_signups').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Returns the outcome of a merge without changing data. The request to merge sends the digest `seen` back. */
export async function previewMerge(db: Db, request: MergeRequest, rules: AnswerRules): Promise<MergePreview> {
  const outcome = await rollBack(db, async (db) => {
    const signups = await lockSignups(db, [request.survivor_id, ...request.source_ids])
    return (await performMerge(db, signups, request, rules)).outcome
  })
  return { seen: digestOf(outcome), outcome }
}

export async function rollBack<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const rollback = new Error('The transaction was rolled back.')
  let result: { value: Result } | undefined
  try {
    await transact(db, async (db) => {
      result = { value: await work(db) }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback || !result) throw error
  }
  return result!.value
}

type PerformedMerge = { outcome: MergeOutcome; saved: SavedMerge; choices: Required<MergeChoices>; key: MergeKey }

async function performMerge(
  db: Db,
  lockedSignups: readonly Signup[],
  request: MergeRequest,
  rules: AnswerRules,
): Promise<PerformedMerge> {
  const { survivor_id, source_ids, fields } = request
  const ids = [survivor_id, ...source_ids]
  await refuseMissing(db, ids, lockedSignups)
  refuseForeignChoices(request)
  const signups = ids.map((id) => lockedSignups.find((signup) => signup.id === id)!)
  const values = await readValues(db, signups)
  const choices = resolveChoices(
    signups.map((signup, i) => ({ ...signup, values: values[i]! })),
    fields,
  )
  const key = await findMergeKey(db, ids)
  const signupIds = [...(await mapToSurvivors(db, ids)).keys()]
  await lockSubjects(db, await listAnswersOfSignups(db, signupIds), rules)
  const rowsBefore = await readRows(db, 'champion_signups', ids, 'id')
  const attendancesBefore = await listAttendances(db, signupIds)
  const duplicates = await findDuplicateAnswers(db, signupIds, rules)
  await deleteDuplicateAnswers(db, duplicates)
  const canceledChanges = await cancelEmailChanges(db, request, pickColumns(signups, choices).email)
  const google = await writeSignups(db, signups, choices)
  await updateStatus(db, await getSignup(db, survivor_id))
  await recordAttendances(db, survivor_id)
  const answersBefore = await listAnswersOfSignups(db, signupIds)
  const places = await fillFreedPlaces(db, duplicates, rules)
  const answersAfter = await listAnswersOfSignups(db, signupIds)
  const rowsAfter = await readRows(db, 'champion_signups', ids, 'id')
  const attendancesAfter = await listAttendances(db, signupIds)
  const rowOf = (rows: readonly Row[], id: number) => rows.find((row) => row.id === id)!
  const changeOf = (id: number) => ({ before: rowOf(rowsBefore, id), after: rowOf(rowsAfter, id) })
  const saved: SavedMerge = {
    signups: [changeOf(survivor_id), ...source_ids.map(changeOf)],
    doubles: duplicates.map(({ table, row }) => ({ table, row })),
    placed: answersBefore
      .map(({ table, row }, i) => ({ table, before: row, after: answersAfter[i]!.row }))
      .filter(({ before, after }) => !isEqual(before, after)),
    attendances: excludeAttendances(attendancesBefore, attendancesAfter),
  }
  const survivor = await getSignup(db, survivor_id)
  await queueNoEmailChanges(
    db,
    [...signups, survivor].map(({ buid }) => buid),
  )
  const [newValues] = await readValues(db, [survivor])
  const outcome: MergeOutcome = {
    fields: mergeFieldNames
      .filter((field) => !isEqual(values[0]![field], newValues![field]))
      .map((field) => ({ field, before: values[0]![field], after: newValues![field], from: choices[field] })),
    status: { before: signups[0]!.status, after: survivor.status },
    google,
    dropped: await Promise.all(duplicates.map((duplicate) => describeDuplicateAnswer(db, duplicate))),
    places,
    engagements: {
      added: excludeAttendances(attendancesAfter, attendancesBefore).length,
      removed: saved.attendances.length,
    },
    called_off: canceledChanges,
  }
  return { outcome, saved, choices, key }
}

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

async function refuseMissing(db: Db, ids: readonly number[], signups: readonly Signup[]): Promise<void> {
  for (const id of ids) {
    const signup = signups.find((each) => each.id === id)
    if (!signup) throw new HttpError(404, `There is no signup ${id}.`)
    if (signup.deleted_at === null) continue
    const { message, merge_id } = await describeMissing(db, signup)
    const links = merge_id ? { links: { merge: `/champion_signups/merges/${merge_id}` } } : undefined
    throw new HttpError(409, message, { body: links })
  }
}

function refuseForeignChoices({ survivor_id, source_ids, fields }: MergeRequest): void {
  for (const field of mergeFieldNames) {
    const choice = fields[field]
    if (choice === undefined || [survivor_id, ...source_ids].includes(choice as number)) continue
    if (choice === 'all' && isListField(field)) continue
    throw new HttpError(400, `The value of "${field}" is to come from one of the signups.`, {
      fields: { [field]: 'Choose one of the signups.' },
    })
  }
}

/** Cancels all pending changes, except the survivor's if it keeps its address. Returns the number canceled. */
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

/** Moves a source’s Google account to the survivor, unless the survivor has one. */
async function writeSignups(
  db: Db,
  [survivor, ...sources]: readonly Signup[],
  choices: Required<MergeChoices>,
): Promise<MergeOutcome['google']> {
  const linkedSource = sources.find(({ google_uid }) => google_uid !== null)
  const movesAccount = linkedSource && survivor!.google_uid === null
  for (const { id } of sources)
    await db.update(
      'champion_signups',
      { id },
      {
        deleted_at: sql`now()`,
        updated_at: sql`now()`,
        merged_into_id: survivor!.id,
        ...(movesAccount && id === linkedSource.id ? { google_uid: null, google_linked_at: null } : {}),
      },
    )
  const { affinity_codes, help_roles, ...columns } = pickColumns([survivor!, ...sources], choices)
  const lastConsent = [survivor!, ...sources]
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
      ...(lastConsent && lastConsent.id !== survivor!.id
        ? { consented_at: lastConsent.consented_at, privacy_policy_version: lastConsent.privacy_policy_version }
        : {}),
      ...(movesAccount ? { google_uid: linkedSource.google_uid, google_linked_at: linkedSource.google_linked_at } : {}),
    },
  )
  if (movesAccount) return 'moves'
  if (linkedSource) return 'both'
  return survivor!.google_uid === null ? 'none' : 'stays'
}

function digestOf(outcome: MergeOutcome): string {
  return createHash('sha256').update(JSON.stringify(outcome)).digest('base64url').slice(0, 22)
}
