import { listLetterContract } from '@alumni/shared/publications/list-letters'
import { formatClock } from '@alumni/shared/clock'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { StaffUser } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { createPublication } from '../engine/write.ts'
import { listLetterKind as kind } from '../list-letters/kind.ts'
import { whySubjectEnded } from '../list-letters/subject.ts'
import type { AskedFor } from './asked-summary.ts'

const [daysBetween, dayMs, maxTitle] = [3, 24 * 3600_000, 120]

/**
 * Drafts a letter to the people who got an earlier one about this and have not answered; answers its id. A draft that
 * is there already is answered instead. 409 with a sentence: there is no letter to remind of, it is too early, or they
 * were reminded already.
 */
export async function draftReminder(
  { db, config, by }: { db: Db; config: Config; by: StaffUser },
  { kind: about, id }: AskedFor,
): Promise<number> {
  return transact(db, async (db) => {
    // A second press waits here, and then finds the draft of the first.
    const table = about === 'event' ? 'events' : 'opportunities'
    await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const letters = await db
      .selectFrom('list_letters as t')
      .select(['id', 'status', 'list'])
      .select(
        utc(
          sql<
            string | null
          >`(select max(changed_at) from list_letter_recipients where letter_id = t.id and state in ('sent', 'in_doubt'))`,
        ).as('arrived_at'),
      )
      .where(`${about}_id`, '=', id)
      .orderBy('published_at')
      .orderBy('id')
      .execute()
    const reminders = letters.flatMap(({ list, ...letter }) =>
      list.from === 'reminder' ? { ...letter, of: list.id } : [],
    )
    const draft = reminders.find(({ status }) => status === 'draft')
    if (draft) return draft.id
    const sent = letters.flatMap(({ id, list, arrived_at }) =>
      arrived_at && list.from !== 'reminder' ? { id, arrived_at } : [],
    )
    if (sent.length === 0) throw new HttpError(409, `No letter about this ${about} has been sent yet.`)
    const due = sent.find((letter) => !reminders.some(({ of }) => of === letter.id))
    if (!due) throw new HttpError(409, 'The people who did not answer were reminded once already. Call them instead.')
    const { event_id, opportunity_id, news_item_id, ...letter } = await findRecord(kind, db, config, due.id)
    const ended = await whySubjectEnded(db, { event_id, opportunity_id, news_item_id })
    if (ended) throw new HttpError(409, ended)
    const from = Date.parse(due.arrived_at) + daysBetween * dayMs
    if (from > Date.now()) {
      const time = formatClock(new Date(from).toISOString(), undefined, config.INSTITUTION_TIME_ZONE, 'moment')
      throw new HttpError(409, `Give people ${daysBetween} days to answer. You can remind them from ${time} on.`)
    }
    const written = listLetterContract.create.parse({
      ...letter,
      event_id,
      opportunity_id,
      news_item_id,
      title: `Reminder: ${letter.title}`.slice(0, maxTitle),
      slug: '',
      skips_answered: true,
      list: { from: 'reminder', id: due.id },
    })
    return createPublication({ db, config, kind, by }, written)
  })
}
