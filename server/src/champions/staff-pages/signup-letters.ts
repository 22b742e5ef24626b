import {
  letterPlaceholders,
  type LetterDraft,
  type LetterPlaceholder,
  type LetterPreview,
  type LetterRequest,
} from '@alumni/shared/champions/letters'
import { sql } from 'kysely'
import { describeLetter } from '@alumni/shared/letters'
import type { SentToSignup, ContactRefusal, WrittenLetter } from '@alumni/shared/champions/staff-page'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isAboutSignups, stateOfLetter } from '../record/signup-of-letter.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive } from './signup-lock.ts'
import { contactRefusalOf } from './contact-refusal.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'from-staff': { written: number }
  }
}

/** Returns the service's letters to these signups in the last 30 days, newest first. */
export async function sentLettersOf(db: Db, signups: readonly number[]): Promise<SentToSignup[]> {
  const rows = await db
    .selectFrom('letters as l')
    .select(['l.id', 'l.kind', 'l.failure', stateOfLetter.as('state')])
    .select(utc(sql<Date>`coalesce(l.sent_at, l.given_up_at, l.created_at)`).as('at'))
    .where(isAboutSignups(signups))
    .orderBy('l.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ kind, ...letter }) => ({ ...letter, about: describeLetter(kind) }))
}

/** The letters that staff wrote to these signups, the newest first. */
export async function lettersOf(db: Db, signups: readonly number[]): Promise<WrittenLetter[]> {
  const rows = await db
    .selectFrom('signup_letters as w')
    .innerJoin('staff_users as s', 's.id', 'w.staff_user_id')
    .leftJoin('letters as l', 'l.id', 'w.letter_id')
    .select(['w.id', 'w.subject', 'w.body', 's.name as by', utc('w.created_at').as('at')])
    .select(['l.id as letter', 'l.sent_at', 'l.given_up_at', 'l.failure'])
    .where('w.signup_id', 'in', signups)
    .orderBy('w.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ letter, sent_at, given_up_at, ...written }) => ({
    ...written,
    state: letter === null ? null : sent_at !== null ? 'sent' : given_up_at !== null ? 'failed' : 'waiting',
  }))
}

/** The letter as it would arrive, with nothing sent. 409: the signup was deleted or merged. */
export async function previewLetter(
  db: Db,
  config: Config,
  id: number,
  draft: LetterDraft,
  by: StaffUser,
): Promise<LetterPreview> {
  return transact(db, async (db) => {
    const signup = await lockActive(db, id)
    const { subject, body } = filled(config, signup, draft, by)
    return { to: signup.email, ...letterContent(config, { subject, body, has_button: draft.has_button, by: by.name }) }
  })
}

/**
 * Sends a letter, once for each `key`, and keeps what it says. 409: the signup is deleted or merged, or no one may
 * write to this person.
 */
export async function sendLetter(
  db: Db,
  config: Config,
  id: number,
  letter: LetterRequest,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const signup = await lockActive(db, id)
    const refusal = await contactRefusalOf(db, signup.buid)
    if (refusal && !(refusal === 'do_not_email' && letter.despite_wish))
      throw new HttpError(409, refusalSentences[refusal])
    const { template, key, has_button } = letter
    const written = await db
      .insertInto('signup_letters')
      .values({
        key,
        signup_id: id,
        staff_user_id: by.id,
        template,
        has_button,
        despite_wish: refusal !== null,
        ...filled(config, signup, letter, by),
      })
      .onConflict((sameForm) => sameForm.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) return
    const letter_id = await askForLetter(db, 'from-staff', { written: written.id })
    await db.update('signup_letters', { id: written.id }, { letter_id })
    const despite = refusal === null ? {} : { despite: refusal }
    await writeActivityEvent(db, {
      type: 'letter_sent',
      signup: id,
      payload: { letter: written.id, staff: by.id, ...despite },
    })
    await audit(db, by, 'champion-signup.letter-sent', `champion-signups/${id}`, {
      letter: written.id,
      template,
      ...despite,
    })
  })
}

const refusalSentences: Record<ContactRefusal, string> = {
  deceased: 'This alumnus has died. No letter can be sent.',
  do_not_contact: 'This alumnus does not want to be contacted. No letter can be sent.',
  do_not_email: 'This alumnus does not want e-mail. Confirm that you want to send the letter anyway.',
}

/** With the words that placeholders stand for. */
function filled(
  { institution }: Config,
  { first_name, last_name }: Pick<Signup, 'first_name' | 'last_name'>,
  { subject, body }: Pick<LetterDraft, 'subject' | 'body'>,
  by: StaffUser,
): { subject: string; body: string } {
  const words: Record<LetterPlaceholder, string> = {
    first_name: first_name ?? 'friend',
    last_name: last_name ?? '',
    institution: institution.name,
    my_name: by.name,
  }
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (typed, name: string) =>
      Object.hasOwn(letterPlaceholders, name) ? words[name as LetterPlaceholder] : typed,
    )
  return { subject: fill(subject).replace(/\s+/g, ' ').trim(), body: fill(body) }
}

export type Written = { subject: string; body: string; has_button: boolean; by: string }

/** Builds the content of a letter, for its preview and for the letter itself. */
export function letterContent(config: Config, { subject, body, has_button, by }: Written): Omit<LetterPreview, 'to'> {
  const { name, support_email } = config.institution
  return {
    subject,
    paragraphs: body
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean),
    button: has_button ? { label: 'Open your profile', url: `${config.CHAMPIONS_URL}/profile` } : null,
    closing: [`${by} wrote this e-mail for ${name}. To answer, reply to it or write to ${support_email}.`],
  }
}
