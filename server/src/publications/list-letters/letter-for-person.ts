import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { firstName } from './recipients.ts'
import { subjectPath, authorId } from './subject.ts'

const text = z.string().nullable()
const recipientRow = z.object({
  id: z.number(),
  status: z.string(),
  alumnus_id: z.number().nullable(),
  signup_id: z.number().nullable(),
  name: text,
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  salutation: z.string(),
  fallback: z.string(),
  topic: z.enum(['events', 'volunteering', 'news']),
  event_id: z.number().nullable(),
  opportunity_id: z.number().nullable(),
  news_item_id: z.number().nullable(),
  skips_answered: z.boolean(),
  reply_name: text,
  reply_title: text,
  reply_address: text,
  about_path: text,
  starts_at: text,
  ends_at: text,
  time_zone: text,
  is_online: z.boolean(),
  venue: text,
  address: text,
  city: text,
  region: text,
  country: text,
})
/** Tests and previews have no `answer_token`. */
export type LetterForPerson = z.output<typeof recipientRow> & { answer_token?: string | null }

/** Returns a letter with a recipient's data to send it; undefined if its e-mail in the outbox is no longer needed. */
export async function readLetterOfRecipient(
  db: Db,
  id: number,
  outboxId: number,
): Promise<LetterForPerson | undefined> {
  return readLetter(
    db,
    sql`(select * from list_letter_recipients where id = ${id} and outbox_id = ${outboxId} and state = 'handed')`,
  )
}

/** Returns a letter with any person's data, for previews and tests; undefined if the person or letter is gone. */
export async function readLetterFor(
  db: Db,
  letter: number,
  { alumnus, signup }: { alumnus: number | null; signup: number | null },
): Promise<LetterForPerson | undefined> {
  return readLetter(
    db,
    sql`(select ${letter}::bigint as letter_id, ${alumnus}::bigint as alumnus_id, ${signup}::bigint as signup_id)`,
  )
}

async function readLetter(db: Db, recipient: RawBuilder<unknown>): Promise<LetterForPerson | undefined> {
  const [row] = await selectRaw(db, recipientRow)`select t.id, r.alumnus_id, r.signup_id, ${firstName} as name,
        t.status, t.title, t.summary, t.body, t.salutation, t.fallback, t.topic,
        t.event_id, t.opportunity_id, t.news_item_id, t.skips_answered,
        case when t.replies_to = 'writer' then u.name end as reply_name,
        case when t.replies_to = 'writer' then u.job_title end as reply_title,
        case when t.replies_to = 'writer' then u.email end as reply_address,
        ${subjectPath} as about_path, ${utc('e.starts_at')} as starts_at, ${utc('e.ends_at')} as ends_at, e.time_zone,
        coalesce(e.is_online, false) as is_online, e.venue, e.city, e.region, e.country,
        -- Only attendees get the link to an online event.
        case when not e.is_online then e.address end as address
      from ${recipient} r
        join list_letters t on t.id = r.letter_id
        left join alumni a on a.id = r.alumnus_id
        left join champion_signups s on s.id = surviving_signup(r.signup_id)
        left join events e on e.id = t.event_id
        left join opportunities o on o.id = t.opportunity_id
        left join news_items n on n.id = t.news_item_id
        left join staff_users u on u.id = ${authorId}
      where a.id is not null or s.id is not null`
  return row
}
