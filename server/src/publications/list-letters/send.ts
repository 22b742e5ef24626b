import {
  isDraft,
  type LetterReach,
  type ListLetterRecord,
  type PeopleList,
  type sendLetterRequest,
} from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { z } from 'zod'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { sql } from 'kysely'
import { isCopy, copyMessage } from '../../foundations/mail/held-letters.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { invalid } from '../engine/times.ts'
import { movePublication } from '../engine/write.ts'
import { insertRecipients } from './decisions.ts'
import { listLetterKind } from './kind.ts'
import { lockReminders, type ChosenPeople } from './people-of-list.ts'
import { findLinkBlocker } from './subject.ts'

type FindPeople = (db: Db, list: PeopleList) => Promise<ChosenPeople>
type SendContext = { db: Db; config: Config; by: StaffUser; findPeople: FindPeople }
const kind = listLetterKind
const formatNumber = (count: number) => count.toLocaleString('en-US')

/**
 * Schedules a letter, by default in five minutes, and stores its recipients. Throws a 403 if the user cannot send to so
 * many people, a 409 if the letter is incomplete or has changed, and a 422 if no one would get it.
 */
export async function sendListLetter(
  { db, config, by, findPeople }: SendContext,
  id: number,
  { version, written_to, typed_count, at }: z.output<typeof sendLetterRequest>,
): Promise<void> {
  await transact(db, async (db) => {
    const before = await lockSendable({ db, config }, id, version)
    await movePublication({ db, config, kind, by }, id, { move: at === undefined ? 'send' : 'schedule', at })
    if (before.list.from === 'reminder') await lockRemindersOf(db, before.list.id)
    const reach = await insertRecipients(db, id, await findPeople(db, before.list), before)
    refuseReach(config, { by, isWriter: before.author_id === by.id }, reach, { written_to, typed_count })
    refuseUntested(before)
    await db.update('list_letters', { id }, { sender_id: by.id })
    await audit(db, by, 'letter.recipients', `list_letters/${id}`, {
      ...reach,
      list: before.list.from,
      ...('id' in before.list && { list_id: before.list.id }),
      about: before.about?.title,
      ...(before.state === 'requested' && { asked_by: before.author }),
    })
  })
}

/** Throws a 409 if the text or subject prevents sending, or if a colleague has changed the letter. */
async function lockSendable(
  { db, config }: { db: Db; config: Config },
  id: number,
  version: number,
): Promise<ListLetterRecord> {
  await db.find('list_letters', ['id'], { id }, { lock: true })
  const letter = await findRecord(kind, db, config, id)
  if (await isCopy(db)) throw new HttpError(409, copyMessage)
  const refusal =
    findBlocker(config, letter) ?? letter.subject_blocker?.message ?? (await findLinkBlocker(db, config, letter.html))
  if (refusal) throw new HttpError(409, refusal)
  if (isDraft(letter.state) && letter.version !== version)
    throw new HttpError(
      409,
      `${letter.updated_by ?? 'Someone else'} has changed this letter. Read it again before you send it.`,
    )
  return letter
}

function refuseUntested({ is_tested }: ListLetterRecord): void {
  if (!is_tested) throw new HttpError(409, 'Send yourself a test of this letter first.')
}

/** Asks an administrator to send a letter. Throws a 409 if the letter is not a draft or is incomplete. */
export async function requestSending(
  { db, config, by }: Omit<SendContext, 'findPeople'>,
  id: number,
  version: number,
): Promise<void> {
  await transact(db, async (db) => {
    const letter = await lockSendable({ db, config }, id, version)
    if (letter.state !== 'draft')
      throw new HttpError(409, `This letter is now ${kind.stateDescriptions[letter.state]}. Reload the page.`)
    refuseUntested(letter)
    await db.update('list_letters', { id }, { requested_by_id: by.id, requested_at: sql`now()`, decline_reason: null })
    await audit(db, by, 'letter.requested', `list_letters/${id}`)
  })
}

/** Withdraws the requester's own request, or declines it as an administrator, with a reason. Throws a 403 or 422. */
export async function declineSending(
  { db, config, by }: Omit<SendContext, 'findPeople'>,
  id: number,
  reason: string,
): Promise<void> {
  await transact(db, async (db) => {
    await db.find('list_letters', ['id'], { id }, { lock: true })
    const { state, author_id } = await findRecord(kind, db, config, id)
    if (state !== 'requested')
      throw new HttpError(409, `This letter is now ${kind.stateDescriptions[state]}. Reload the page.`)
    const isOwn = author_id === by.id
    if (!isOwn && !hasRole(by.role, 'admin'))
      throw new HttpError(403, 'Administrators give letters back. Ask the person who wrote it to take it back.')
    if (!isOwn && reason === '') throw invalid('reason', 'Write what is to be changed.')
    await db.update('list_letters', { id }, { requested_at: null, decline_reason: isOwn ? null : reason })
    await audit(db, by, isOwn ? 'letter.withdrawn' : 'letter.declined', `list_letters/${id}`)
    if (!isOwn) await enqueueLetter(db, 'list-letter-declined', { user: author_id!, list_letter: id, by: by.id })
  })
}

async function lockRemindersOf(db: Db, letter: number): Promise<void> {
  const subject = await db.find('list_letters', ['event_id', 'opportunity_id'], { id: letter })
  if (subject?.event_id) await lockReminders(db, 'event', subject.event_id)
  if (subject?.opportunity_id) await lockReminders(db, 'opportunity', subject.opportunity_id)
}

function findBlocker(config: Config, { html, body }: ListLetterRecord): string | null {
  if (!config.INSTITUTION_ADDRESS)
    return 'Letters to a list end with the postal address of the institution. Ask an administrator to set INSTITUTION_ADDRESS.'
  return Buffer.byteLength(html + body) > maxLetterBytes ? 'This letter is longer than 200 KB. Shorten it.' : null
}

const maxLetterBytes = 200 * 1024

function refuseReach(
  config: Config,
  { by, isWriter }: { by: StaffUser; isWriter: boolean },
  reach: LetterReach,
  { written_to: expected, typed_count }: { written_to: number; typed_count: number | undefined },
): void {
  const { written_to } = reach
  if (reach.chosen === 0) throw new HttpError(422, 'There is no one on this list.', { body: { reach } })
  if (written_to === 0)
    throw new HttpError(422, `None of the ${formatNumber(reach.chosen)} people can be written to.`, { body: { reach } })
  if (written_to !== expected) {
    const message = `The list has changed: ${formatNumber(written_to)} people would get this letter, not ${formatNumber(expected)}. Check again who gets it.`
    throw new HttpError(409, message, { body: { reach } })
  }
  const { LIST_LETTERS_STAFF_MAX: staffMax, LIST_LETTERS_SECOND_PERSON_ABOVE: secondAbove } = config
  if (written_to > staffMax && !hasRole(by.role, 'admin'))
    throw new HttpError(
      403,
      `You can send letters to up to ${formatNumber(staffMax)} people. Ask an administrator to send this one.`,
    )
  if (written_to > staffMax && typed_count !== written_to)
    throw invalid('typed_count', `Type ${formatNumber(written_to)} to send this letter to that many people.`)
  if (secondAbove !== undefined && written_to > secondAbove && isWriter)
    throw new HttpError(
      409,
      `Letters to more than ${formatNumber(secondAbove)} people are sent by a second person. Ask a colleague to read and send it.`,
    )
}
