import { listLetterContract } from '@alumni/shared/publications/list-letters'
import { formatClock } from '@alumni/shared/clock'
import { addDays } from 'date-fns/addDays'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { StaffUser } from '../../staff/index.ts'
import type { AskSubject } from '../engine/person-answers.ts'
import { findRecord } from '../engine/records.ts'
import { createPublication } from '../engine/write.ts'
import { countLetterReach, type LetterRules } from '../list-letters/decisions.ts'
import { listLetterKind as kind } from '../list-letters/kind.ts'
import { daysToAnswer, lockReminders, toPeople, readUnreminded } from '../list-letters/people-of-list.ts'
import { findSubjectBlocker } from '../list-letters/subject.ts'

/**
 * Returns the id of the draft reminder, and creates it if necessary, for recipients who have neither answered nor been
 * reminded. Throws a 409 if no one can be reminded now.
 */
export async function draftReminder(
  { db, config, by }: { db: Db; config: Config; by: StaffUser },
  { kind: subjectKind, id }: AskSubject,
): Promise<number> {
  return transact(db, async (db) => {
    // A concurrent request waits for the lock, and then finds the draft.
    await lockReminders(db, subjectKind, id)
    const letters = db
      .selectFrom('list_letters as t')
      .select('id')
      .where(`${subjectKind}_id`, '=', id)
      // Prefers letters that skipped people who had answered.
      .orderBy('skips_answered', 'desc')
      .orderBy('published_at', 'desc')
    const draft = await letters.where(isReminder).where('status', '=', 'draft').executeTakeFirst()
    if (draft) return draft.id
    const last = await letters
      .where(({ not }) => not(isReminder))
      .where(
        sql<boolean>`exists (select from list_letter_recipients r
          where r.letter_id = t.id and r.state in ('sent', 'in_doubt'))`,
      )
      .executeTakeFirst()
    if (!last) throw new HttpError(409, `No letter about this ${subjectKind} has been sent yet.`)
    const { event_id, opportunity_id, news_item_id, ...letter } = await findRecord(kind, db, config, last.id)
    const subject = { event_id, opportunity_id, news_item_id }
    const refusal =
      (await findSubjectBlocker(db, subject)) ?? (await findReminderBlocker({ db, config }, { ...letter, ...subject }))
    if (refusal) throw new HttpError(409, refusal)
    const written = listLetterContract.create.parse({
      ...letter,
      ...subject,
      title: `Reminder: ${letter.title}`.slice(0, maxTitle),
      slug: '',
      skips_answered: true,
      list: { from: 'reminder', id: last.id },
    })
    return createPublication({ db, config, kind, by }, written)
  })
}

const maxTitle = 120
const isReminder = sql<boolean>`list->>'from' = 'reminder'`

async function findReminderBlocker(
  { db, config }: { db: Db; config: Config },
  letter: LetterRules & { id: number },
): Promise<string | null> {
  const people = await readUnreminded(db, letter.id)
  const count = async (some: typeof people) =>
    (await countLetterReach(db, toPeople(some), { ...letter, skips_answered: true })).written_to
  if ((await count(people.filter(({ is_due }) => is_due))) > 0) return null
  const early = people.filter(({ is_due }) => !is_due)
  if ((await count(early)) === 0) return explainNoRecipients(db, letter)
  const reached = early.map(({ reached_at }) => reached_at).toSorted()
  const from = addDays(reached.at(-1)!, daysToAnswer).toISOString()
  const time = formatClock(from, undefined, config.INSTITUTION_TIME_ZONE, 'moment')
  return `Give people ${daysToAnswer} days to answer. You can remind them from ${time} on.`
}

async function explainNoRecipients(db: Db, { event_id, opportunity_id }: LetterRules): Promise<string> {
  const reminder = await db
    .selectFrom('list_letters')
    .select(['title', 'status'])
    .where(isReminder)
    .where('event_id', 'is not distinct from', event_id)
    .where('opportunity_id', 'is not distinct from', opportunity_id)
    .where('status', '<>', 'sent')
    .executeTakeFirst()
  if (!reminder) return 'Everyone who can be written to has answered or been reminded once. Call the others instead.'
  return ['stopped', 'failed'].includes(reminder.status)
    ? `“${reminder.title}” was stopped before everyone got it. Resume it to remind the others.`
    : `“${reminder.title}” is still on its way.`
}
