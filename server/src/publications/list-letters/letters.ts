import { formatClock } from '@alumni/shared/clock'
import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import { htmlOf } from '../engine/markdown.ts'
import { ruleOf } from './choose.ts'
import { optOutUrl } from './opt-out.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'list-letter': { recipient: number }
    /** The letter as `alumnus` or `signup` would get it, for who asked. */
    'list-letter-test': { user: number; list_letter: number; alumnus: number | null; signup: number | null }
    'list-letter-stopped': { user: number; list_letter: number }
  }
}

export const listLetters: { [K in 'list-letter' | 'list-letter-test' | 'list-letter-stopped']: Composer<K> } = {
  async 'list-letter'(db, config, { recipient: id }) {
    const recipient = await readRecipient(db, id)
    if (!recipient) return null
    const { reason, address } = await ruleOf(db, recipient, recipient)
    if (reason === null && address !== null)
      return write(config, recipient, { to: recipient.email ?? address, unsubscribe: optOutUrl(config, id) })
    await db
      .updateTable('list_letter_recipients')
      .set({ state: 'left_out', reason: reason ?? 'no_email', changed_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'handed')
      .execute()
    return null
  },
  async 'list-letter-test'(db, config, { user: id, list_letter, ...person }) {
    const user = await activeUser(db, id)
    const read = await readAs(db, list_letter, person)
    if (!user || !read) return null
    const message = write(config, read, { to: user.email, unsubscribe: `${config.CHAMPIONS_URL}/` })
    return { ...message, subject: `Test: ${message.subject}`, unsubscribe: undefined, leavesOnce: false }
  },
  async 'list-letter-stopped'(db, { institution, PUBLIC_URL }, { user, list_letter }) {
    const writer = await activeUser(db, user)
    const row = await db
      .selectFrom('list_letters')
      .select(['title', 'stop_reason', 'status'])
      .where('id', '=', list_letter)
      .executeTakeFirst()
    if (!writer || row?.status !== 'failed') return null
    const content = letter({
      institution,
      heading: 'Your letter was stopped',
      paragraphs: [`Hello ${writer.name}, “${row.title}” was stopped before everyone got it.`, row.stop_reason ?? ''],
      button: { label: 'Open the letter', url: `${PUBLIC_URL}/letters/${list_letter}` },
    })
    return { to: writer.email, subject: `Stopped: ${row.title}`, ...content }
  },
}

async function activeUser(db: Db, id: number) {
  return db
    .selectFrom('staff_users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

const text = z.string().nullable()
const recipientRow = z.object({
  alumnus_id: z.number().nullable(),
  signup_id: z.number().nullable(),
  email: text,
  name: text,
  full_name: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  salutation: z.string(),
  fallback: z.string(),
  topic: z.enum(['events', 'volunteering', 'news']),
  event_id: z.number().nullable(),
  opportunity_id: z.number().nullable(),
  skips_answered: z.boolean(),
  reply_name: text,
  reply_address: text,
  about_path: text,
  starts_at: text,
  ends_at: text,
  time_zone: text,
  place: text,
})
export type LetterRecipient = z.output<typeof recipientRow>

/** Reads a letter with one of its people as they are now. */
async function readRecipient(db: Db, id: number): Promise<LetterRecipient | undefined> {
  const [row] = await selectRaw(
    db,
    recipientRow,
    sql`select r.alumnus_id, r.signup_id, ${letterColumns}, ${personColumns}
      from list_letter_recipients r join list_letters t on t.id = r.letter_id
        left join alumni a on a.id = r.alumnus_id
        left join champion_signups s on s.id = surviving_signup(r.signup_id)
        ${subjectJoins}
      where r.id = ${id}`,
  )
  return row
}

/** Reads the same before it is sent, for an alumnus or signup; undefined where there is no such person. */
export async function readAs(
  db: Db,
  letter: number,
  { alumnus, signup }: { alumnus: number | null; signup: number | null },
): Promise<LetterRecipient | undefined> {
  const [row] = await selectRaw(
    db,
    recipientRow,
    sql`select a.id as alumnus_id, s.id as signup_id, ${letterColumns}, ${personColumns}
      from list_letters t
        left join champion_signups s on s.id = surviving_signup(${signup}::bigint)
        left join alumni a on a.id = ${alumnus}::bigint or a.buid = s.buid
        ${subjectJoins}
      where t.id = ${letter} and (a.id is not null or s.id is not null)`,
  )
  return row
}

const personColumns = sql`coalesce(nullif(s.email, ''), a.primary_email) as email,
  coalesce(nullif(a.preferred_name, ''), nullif(a.first_name, ''), nullif(s.first_name, '')) as name,
  coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), concat_ws(' ', s.first_name, s.last_name), '') as full_name`
const letterColumns = sql`t.title, t.summary, t.body, t.salutation, t.fallback, t.topic, t.event_id, t.opportunity_id, t.skips_answered,
  case when t.replies_to = 'writer' then u.name end as reply_name, case when t.replies_to = 'writer' then u.email end as reply_address,
  coalesce('/events/' || e.slug, '/opportunities/' || o.slug, '/news/' || n.slug) as about_path,
  to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as starts_at,
  to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at, e.time_zone,
  nullif(concat_ws(', ', case when e.is_online then 'Online' end, e.venue, case when not e.is_online then e.address end), '') as place`
const subjectJoins = sql`left join events e on e.id = t.event_id left join opportunities o on o.id = t.opportunity_id
  left join news_items n on n.id = t.news_item_id left join staff_users u on u.id = t.sender_id`

const buttonOf = { event_id: 'See the event and answer', opportunity_id: 'See how you can help', news: 'Read more' }
const topicWords = { events: 'events', volunteering: 'volunteering', news: 'news' }

/** A letter as one person gets it. */
export function write(
  config: Config,
  { title, summary, body, salutation, fallback, topic, ...about }: LetterRecipient,
  { to, unsubscribe }: { to: string; unsubscribe: string },
): Message {
  const { institution, CHAMPIONS_URL } = config
  const greeting = about.name ? salutation.replaceAll('{name}', about.name) : fallback
  const label =
    about.event_id !== null
      ? buttonOf.event_id
      : about.opportunity_id !== null
        ? buttonOf.opportunity_id
        : buttonOf.news
  const facts =
    about.starts_at === null
      ? []
      : [
          {
            label: 'When',
            value: formatClock(about.starts_at, about.ends_at!, about.time_zone!),
          },
          { label: 'Where', value: about.place ?? 'We will let you know.' },
        ]
  const content = letter({
    institution,
    heading: title,
    ...(summary && { preview: summary }),
    paragraphs: [greeting],
    body: { html: htmlOf(body).replaceAll('="/photos/', `="${CHAMPIONS_URL}/photos/`), text: body },
    facts,
    ...(about.about_path !== null && { button: { label, url: `${CHAMPIONS_URL}${about.about_path}` } }),
    link: { label: `No more letters about ${topicWords[topic]}`, url: unsubscribe },
    address: config.INSTITUTION_ADDRESS ?? '',
  })
  return {
    to,
    subject: title,
    ...content,
    unsubscribe,
    leavesOnce: true,
    ...(about.reply_address !== null && { replyTo: { name: about.reply_name ?? '', address: about.reply_address } }),
  }
}
