import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

export type AboutSubject = Pick<ListLetterRecord, 'event_id' | 'opportunity_id' | 'news_item_id'>

const subjectRow = z.object({
  noun: z.string(),
  is_public: z.boolean(),
  is_cancelled: z.boolean(),
  is_over: z.boolean(),
})

/** Explains why no one is invited to the event, opportunity or news any more; null where all is well, or there is none. */
export async function whySubjectEnded(db: Db, about: AboutSubject): Promise<string | null> {
  const [subject] = await selectRaw(
    db,
    subjectRow,
    sql`
    select 'event' as noun, coalesce(published_at <= now(), false) as is_public, cancelled_at is not null as is_cancelled, ends_at <= now() as is_over
      from events where id = ${about.event_id}
    union all
    select 'opportunity', coalesce(published_at <= now(), false), false, closed_at is not null or coalesce(closes_on < current_date, false)
      from opportunities where id = ${about.opportunity_id}
    union all
    select 'news', coalesce(published_at <= now() and (unpublish_at > now()) is not false, false), false, false
      from news_items where id = ${about.news_item_id}`,
  )
  if (!subject) return null
  const { noun, is_public, is_cancelled, is_over } = subject
  if (is_cancelled) return `The ${noun} was canceled. People who had not been written to get no letter.`
  if (is_over) return `The ${noun} is over. People who had not been written to get no letter.`
  return is_public
    ? null
    : `The ${noun} is not on the site, so the button of the letter would lead nowhere. Publish it first.`
}
