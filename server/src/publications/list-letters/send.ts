import type { LetterReach, ListLetterRecord, PeopleList } from '@alumni/shared/publications/list-letters'
import { sendLetterRequest } from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { z } from 'zod'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isCopy, ofCopySentence } from '../../foundations/mail/held-letters.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { invalid } from '../engine/times.ts'
import { movePublication } from '../engine/write.ts'
import { chooseRecipients } from './choose.ts'
import { listLetterKind } from './kind.ts'
import { lockReminders, type ChosenPeople } from './people-of-list.ts'
import { whyLinkEnds, whySubjectEnded } from './subject.ts'

type FindPeople = (db: Db, list: PeopleList) => Promise<ChosenPeople>
type Sending = { db: Db; config: Config; by: StaffUser; findPeople: FindPeople }
const kind = listLetterKind
const number = (count: number) => count.toLocaleString('en-US')

/**
 * Fixes who gets a letter, in the transaction that moves it; it leaves in five minutes, or at the time that was chosen.
 * 403: this person may not send to so many. 409: the letter or its people are not what the person saw (`reach` is who
 * would get it now), or something is missing. 422: no one would get it.
 */
export async function sendListLetter(
  { db, config, by, findPeople }: Sending,
  id: number,
  { version, written_to, typed_count, at }: z.output<typeof sendLetterRequest>,
): Promise<void> {
  await transact(db, async (db) => {
    // Until this ends, no one saves or sends it.
    const saved = await db.find('list_letters', ['updated_by_id as by'], { id }, { lock: true })
    const before = await findRecord(kind, db, config, id)
    if (await isCopy(db)) throw new HttpError(409, ofCopySentence)
    const refusal =
      whyNotYet(config, before) ?? (await whySubjectEnded(db, before)) ?? (await whyLinkEnds(db, config, before.html))
    if (refusal) throw new HttpError(409, refusal)
    // The person must send the version that they read.
    if (before.state === 'draft' && before.version !== version)
      throw new HttpError(
        409,
        `${before.updated_by ?? 'Someone else'} has changed this letter. Read it again before you send it.`,
      )
    await movePublication({ db, config, kind, by }, id, { move: at === undefined ? 'send' : 'schedule', at })
    if (before.list.from === 'reminder') await lockRemindersOf(db, before.list.id)
    const reach = await chooseRecipients(db, id, await findPeople(db, before.list), before)
    refuseReach(config, { by, isWriter: saved?.by === by.id }, reach, { written_to, typed_count })
    if (!before.is_tested) throw new HttpError(409, 'Send yourself a test of this letter first.')
    await db.update('list_letters', { id }, { sender_id: by.id })
    await audit(db, by, 'letter.recipients', `list_letters/${id}`, {
      ...reach,
      list: before.list.from,
      ...('id' in before.list && { list_id: before.list.id }),
      about: before.about?.title,
    })
  })
}

/** Whoever gets one reminder gets no other that is sent at the same time. */
async function lockRemindersOf(db: Db, letter: number): Promise<void> {
  const about = await db.find('list_letters', ['event_id', 'opportunity_id'], { id: letter })
  if (about?.event_id) await lockReminders(db, 'event', about.event_id)
  if (about?.opportunity_id) await lockReminders(db, 'opportunity', about.opportunity_id)
}

function whyNotYet(config: Config, { html, body }: ListLetterRecord): string | null {
  if (!config.INSTITUTION_ADDRESS)
    return 'Letters to a list end with the postal address of the institution. Ask an administrator to set INSTITUTION_ADDRESS.'
  return Buffer.byteLength(html + body) > maxLetterBytes ? 'This letter is longer than 200 KB. Shorten it.' : null
}

const maxLetterBytes = 200 * 1024

function refuseReach(
  config: Config,
  { by, isWriter }: { by: StaffUser; isWriter: boolean },
  reach: LetterReach,
  { written_to: shown, typed_count }: { written_to: number; typed_count: number | undefined },
): void {
  const { written_to } = reach
  if (reach.chosen === 0) throw new HttpError(422, 'There is no one on this list.', { body: { reach } })
  if (written_to === 0)
    throw new HttpError(422, `None of the ${number(reach.chosen)} people can be written to.`, { body: { reach } })
  if (written_to !== shown) {
    const sentence = `The list has changed: ${number(written_to)} people would get this letter, not ${number(shown)}. Check again who gets it.`
    throw new HttpError(409, sentence, { body: { reach } })
  }
  const { LIST_LETTERS_STAFF_MAX: staffMax, LIST_LETTERS_SECOND_PERSON_ABOVE: secondAbove } = config
  if (written_to > staffMax && !hasRole(by.role, 'admin'))
    throw new HttpError(
      403,
      `You can send letters to up to ${number(staffMax)} people. Ask an administrator to send this one.`,
    )
  if (written_to > staffMax && typed_count !== written_to)
    throw invalid('typed_count', `Type ${number(written_to)} to send this letter to that many people.`)
  if (secondAbove !== undefined && written_to > secondAbove && isWriter)
    throw new HttpError(
      409,
      `Letters to more than ${number(secondAbove)} people are sent by a second person. Ask a colleague to read and send it.`,
    )
}
