import { formatClock } from '@alumni/shared/clock'
import { eventPlace } from '@alumni/shared/publications/locations'
import type { LeftOutReason } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { Db } from '../../foundations/database/db.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer, Letters } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import { toStaff } from '../../staff/index.ts'
import { htmlOf, textOf } from '../engine/markdown.ts'
import { failLetter } from './advance.ts'
import { addressKey, ruleOf, type Rule } from './choose.ts'
import { linksOf } from './opt-out.ts'
import { firstName } from './recipients.ts'
import { aboutPath, authorId } from './subject.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'list-letter': { recipient: number }
    /** A test: the letter as `alumnus` or `signup` would get it, sent to the staff user who asked. */
    'list-letter-test': { user: number; list_letter: number; alumnus: number | null; signup: number | null }
    'list-letter-stopped': { user: number; list_letter: number }
    'list-letter-declined': { user: number; list_letter: number; by: number }
  }
}

type Kinds = 'list-letter' | 'list-letter-test' | 'list-letter-stopped' | 'list-letter-declined'
export const listLetters: { [K in Kinds]: Composer<K> } = {
  async 'list-letter'(db, config, { recipient: id }, letter) {
    const recipient = await readRecipient(db, id, letter)
    if (!recipient) return null
    if (recipient.status !== 'sending') return leave(db, id, { state: 'waiting', reason: null })
    const rule = await ruleOf(db, recipient, recipient)
    const reason = rule.reason ?? (await whyTwice(db, id, rule))
    if (reason !== null || rule.email === null)
      return leave(db, id, { state: 'left_out', reason: reason ?? 'no_email' })
    const { unsubscribe, answer_token } = await linksOf(db, config, id, rule.email)
    try {
      return write(config, { ...recipient, answer_token }, { to: rule.email, unsubscribe })
    } catch (error) {
      await failLetter(db, recipient.id, notWrittenSentence)
      throw error
    }
  },
  async 'list-letter-test'(db, config, { user: id, list_letter, ...person }) {
    const user = await db.find('staff_users', ['email'], { id, is_active: true })
    const read = await readAs(db, list_letter, person)
    if (!user || !read) return null
    const message = write(config, read, { to: user.email, unsubscribe: `${config.CHAMPIONS_URL}/` })
    return { ...message, subject: `Test: ${message.subject}`, unsubscribe: undefined, leavesOnce: false }
  },
  'list-letter-stopped': toStaff<Letters['list-letter-stopped']>(async ({ db, PUBLIC_URL }, { list_letter: id }) => {
    const stopped = await db.find('list_letters', ['title', 'stop_reason'], { id, status: 'failed' })
    return stopped
      ? {
          subject: `Stopped: ${stopped.title}`,
          heading: 'Your letter was stopped',
          paragraphs: [`“${stopped.title}” was stopped before everyone got it.`, stopped.stop_reason ?? ''],
          button: { label: 'Open the letter', url: `${PUBLIC_URL}/letters/${id}` },
        }
      : null
  }),
  'list-letter-declined': toStaff<Letters['list-letter-declined']>(
    async ({ db, PUBLIC_URL }, { list_letter: id, by }) => {
      const { title, decline_reason: reason } = await db.get('list_letters', ['title', 'decline_reason'], { id })
      const who = (await db.find('staff_users', ['name'], { id: by }))?.name ?? 'An administrator'
      return reason === null
        ? null
        : {
            subject: `Given back: ${title}`,
            heading: 'Your letter was given back',
            paragraphs: [`${who} has not sent “${title}” and writes:`, reason],
            button: { label: 'Open the letter', url: `${PUBLIC_URL}/letters/${id}` },
          }
    },
  ),
}

/** Sends nothing: the letter was stopped, or the person is left out by now. */
async function leave(
  db: Db,
  id: number,
  outcome: { state: 'waiting' | 'left_out'; reason: LeftOutReason | null },
): Promise<null> {
  await db.update('list_letter_recipients', { id, state: 'handed' }, { ...outcome, changed_at: sql<string>`now()` })
  return null
}

/**
 * Marks the address as one that gets this letter now. Answers the reason if it did, or if the person did by another row:
 * an address may have changed its person, and two of the people may have become one, since they were chosen.
 */
async function whyTwice(db: Db, id: number, { alumnus_id, signup_id, address }: Rule): Promise<LeftOutReason | null> {
  const others = sql`from list_letter_recipients o where o.letter_id = r.letter_id and o.id <> r.id
    and (o.state in ('sent', 'in_doubt') or (o.state = 'handed' and o.id < r.id))`
  try {
    const [row] = await selectRaw(
      db,
      z.object({ is_twice: z.boolean() }),
      sql`with twice as (
          select r.id, exists (select ${others} and o.alumnus_id = ${alumnus_id})
            or exists (select ${others} and o.signup_id in (select ${signup_id}::bigint union all
              select unnest(m.source_ids) from signup_merges m where m.survivor_id = ${signup_id} and m.undone_at is null)) as is_twice
          from list_letter_recipients r where r.id = ${id})
        update list_letter_recipients r set address_key = case when not is_twice
            then ${addressKey(sql`r.letter_id`, sql`${address}`)} end
        from twice where r.id = twice.id returning is_twice`,
    )
    return row?.is_twice ? 'gone' : null
  } catch (error) {
    if (sqlState(error) === '23505') return 'same_address'
    throw error
  }
}

/** The reason of a letter that this service cannot write. */
export const notWrittenSentence =
  'This letter could not be written as an e-mail. Simplify its text in a new one, and tell whoever runs this service.'

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
/** `answer_token` is that of the link by which they answer; a test or preview has none. */
export type LetterRecipient = z.output<typeof recipientRow> & { answer_token?: string | null }

/** Reads a letter with one of its people as they are now; undefined if the recipient no longer waits for this letter of the outbox. */
async function readRecipient(db: Db, id: number, letter: number): Promise<LetterRecipient | undefined> {
  return readLetter(
    db,
    sql`(select * from list_letter_recipients where id = ${id} and outbox_id = ${letter} and state = 'handed')`,
  )
}

/** Reads the same before it is sent, for an alumnus or signup; undefined where there is no such person. */
export async function readAs(
  db: Db,
  letter: number,
  { alumnus, signup }: { alumnus: number | null; signup: number | null },
): Promise<LetterRecipient | undefined> {
  return readLetter(
    db,
    sql`(select ${letter}::bigint as letter_id, ${alumnus}::bigint as alumnus_id, ${signup}::bigint as signup_id)`,
  )
}

async function readLetter(db: Db, recipient: RawBuilder<unknown>): Promise<LetterRecipient | undefined> {
  const [row] = await selectRaw(
    db,
    recipientRow,
    sql`select t.id, r.alumnus_id, r.signup_id, ${firstName} as name,
        t.status, t.title, t.summary, t.body, t.salutation, t.fallback, t.topic,
        t.event_id, t.opportunity_id, t.news_item_id, t.skips_answered,
        case when t.replies_to = 'writer' then u.name end as reply_name,
        case when t.replies_to = 'writer' then u.job_title end as reply_title,
        case when t.replies_to = 'writer' then u.email end as reply_address,
        ${aboutPath} as about_path, ${utc('e.starts_at')} as starts_at, ${utc('e.ends_at')} as ends_at, e.time_zone,
        coalesce(e.is_online, false) as is_online, e.venue, e.city, e.region, e.country,
        -- Only those who go get the link to an event online.
        case when not e.is_online then e.address end as address
      from ${recipient} r
        join list_letters t on t.id = r.letter_id
        left join alumni a on a.id = r.alumnus_id
        left join champion_signups s on s.id = surviving_signup(r.signup_id)
        left join events e on e.id = t.event_id
        left join opportunities o on o.id = t.opportunity_id
        left join news_items n on n.id = t.news_item_id
        left join staff_users u on u.id = ${authorId}
      where a.id is not null or s.id is not null`,
  )
  return row
}

/** Where the button leads: to a page on the site, on which the recipient can answer. */
function pathFor(recipient: Pick<LetterRecipient, 'about_path' | 'answer_token' | 'news_item_id'>): string {
  const { about_path, answer_token, news_item_id } = recipient
  return answer_token && news_item_id === null ? `${about_path}?as=${answer_token}` : (about_path ?? '')
}

/** The parts of a letter that differ by person or subject, as the outbox and the preview show them. */
export function partsOf(config: Config, { salutation, fallback, topic, ...about }: LetterRecipient) {
  const { CHAMPIONS_URL } = config
  const label =
    about.event_id !== null
      ? 'See the event and answer'
      : about.opportunity_id !== null
        ? 'See how you can help'
        : 'Read more'
  return {
    greeting: about.name ? salutation.split('{name}').join(about.name) : fallback,
    facts:
      about.starts_at === null
        ? []
        : [
            { label: 'When', value: formatClock(about.starts_at, about.ends_at!, about.time_zone!) },
            { label: 'Where', value: eventPlace(about) || 'We will let you know.' },
          ],
    button: about.about_path === null ? null : { label, url: `${CHAMPIONS_URL}${pathFor(about)}` },
    signature: [about.reply_name, about.reply_title].filter(Boolean).join('\n'),
    opt_out: `No more e-mails about ${topic}`,
    address: config.INSTITUTION_ADDRESS ?? '',
  }
}

/** A letter as one person gets it. */
export function write(
  config: Config,
  recipient: LetterRecipient,
  { to, unsubscribe }: { to: string; unsubscribe: string },
): Message {
  const { institution, CHAMPIONS_URL } = config
  const { title, summary, body, reply_address, reply_name } = recipient
  const { greeting, facts, button, signature, opt_out, address } = partsOf(config, recipient)
  const rendered = bodyOf(CHAMPIONS_URL, body)
  const content = letter({
    institution,
    heading: title,
    preview: summary || rendered.firstSentence,
    paragraphs: [greeting],
    body: rendered,
    facts,
    ...(button && { button }),
    signature,
    link: { label: opt_out, url: unsubscribe },
    address,
  })
  return {
    to,
    subject: title,
    ...content,
    unsubscribe,
    leavesOnce: true,
    ...(reply_address !== null && { replyTo: { name: reply_name ?? '', address: reply_address } }),
  }
}

let last = { site: '', markdown: '', html: '', text: '', firstSentence: '' }
/** Renders the text of a letter, once for all its people. */
function bodyOf(site: string, markdown: string) {
  if (last.site !== site || last.markdown !== markdown) {
    const html = absolute(site, htmlOf(markdown))
    last = { site, markdown, html, text: textOf(html), firstSentence: firstSentenceOf(html) }
  }
  return last
}

/** The first sentence of a text, without pictures and the addresses of links. */
function firstSentenceOf(html: string): string {
  const text = textOf(html.replaceAll(/<\/?(?:a|img)\b[^<>]*>/g, ''))
  const [first] = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.trim())
  return first?.segment.trim() ?? ''
}

/** Mail programs have no site to which an address belongs, and show a picture in one size: as wide as the letter at most. */
function absolute(site: string, html: string): string {
  return html.replaceAll(/<(?:a|img) [^>]*>/g, (tag) =>
    tag
      .replaceAll(/ (?:srcset|sizes|loading|width|height)="[^"]*"/g, '')
      .replace(/(href|src)="\/?(?![a-z]+:|\/)/i, `$1="${site}/`),
  )
}
