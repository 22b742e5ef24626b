import { formatClock } from '@alumni/shared/clock'
import { eventPlace } from '@alumni/shared/publications/locations'
import type { LeftOutReason } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { z } from 'zod'
import { isUniqueViolation } from '../../foundations/database/connection-loss.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { renderLetter } from '../../foundations/mail/letter.ts'
import type { Composer, Letters } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import { defineStaffLetter } from '../../staff/index.ts'
import { renderMarkdown, htmlToPlainText } from '../engine/markdown.ts'
import { failLetter } from './advance.ts'
import { addressKey, decideOnPerson, type LetterDecision } from './decisions.ts'
import { readLetterFor, readLetterOfRecipient, type LetterForPerson } from './letter-for-person.ts'
import { saveLinks } from './opt-out.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'list-letter': { recipient: number }
    /** A test e-mail to a staff user, filled in with the data of an alumnus or signup. */
    'list-letter-test': { user: number; list_letter: number; alumnus: number | null; signup: number | null }
    'list-letter-stopped': { user: number; list_letter: number }
    'list-letter-declined': { user: number; list_letter: number; by: number }
  }
}

type Kinds = 'list-letter' | 'list-letter-test' | 'list-letter-stopped' | 'list-letter-declined'
export const listLetters: { [K in Kinds]: Composer<K> } = {
  async 'list-letter'(db, config, { recipient: id }, letter) {
    const content = await readLetterOfRecipient(db, id, letter)
    if (!content) return null
    if (content.status !== 'sending') return skipRecipient(db, id, { state: 'waiting', reason: null })
    const decision = await decideOnPerson(db, content, content)
    const { reason, email } = decision
    const leaveOut = (cause: LeftOutReason) =>
      skipRecipient(db, id, { state: 'left_out', reason: cause, address_key: null })
    if (reason !== null || email === null) return leaveOut(reason ?? 'no_email')
    const recipient = { id, letter_id: content.id }
    if (await isSentToPerson(db, recipient, decision)) return leaveOut('gone')
    const links = await claimAddress(db, config, recipient, { ...decision, email })
    if (!links) return leaveOut('same_address')
    try {
      return writeLetter(config, { ...content, answer_token: links.answer_token }, { to: email, ...links })
    } catch (error) {
      await failLetter(db, content.id, notWrittenMessage)
      throw error
    }
  },
  async 'list-letter-test'(db, config, { user: id, list_letter, ...person }) {
    const user = await db.find('staff_users', ['email'], { id, is_active: true })
    const content = await readLetterFor(db, list_letter, person)
    if (!user || !content) return null
    const message = writeLetter(config, content, { to: user.email, unsubscribe: `${config.CHAMPIONS_URL}/` })
    return { ...message, subject: `Test: ${message.subject}`, unsubscribe: undefined, leavesOnce: false }
  },
  'list-letter-stopped': defineStaffLetter<Letters['list-letter-stopped']>(
    async ({ db, PUBLIC_URL }, { list_letter: id }) => {
      const stopped = await db.find('list_letters', ['title', 'stop_reason'], { id, status: 'failed' })
      return stopped
        ? {
            subject: `Stopped: ${stopped.title}`,
            heading: 'Your letter was stopped',
            paragraphs: [`“${stopped.title}” was stopped before everyone got it.`, stopped.stop_reason ?? ''],
            button: { label: 'Open the letter', url: `${PUBLIC_URL}/letters/${id}` },
          }
        : null
    },
  ),
  'list-letter-declined': defineStaffLetter<Letters['list-letter-declined']>(
    async ({ db, PUBLIC_URL }, { list_letter: id, by: userId }) => {
      const { title, decline_reason: reason } = await db.get('list_letters', ['title', 'decline_reason'], { id })
      const admin = (await db.find('staff_users', ['name'], { id: userId }))?.name ?? 'An administrator'
      return reason === null
        ? null
        : {
            subject: `Given back: ${title}`,
            heading: 'Your letter was given back',
            paragraphs: [`${admin} has not sent “${title}” and writes:`, reason],
            button: { label: 'Open the letter', url: `${PUBLIC_URL}/letters/${id}` },
          }
    },
  ),
}

/** Requeues a recipient or leaves them out. Returns null so that the composer sends nothing. */
async function skipRecipient(
  db: Db,
  id: number,
  outcome: { state: 'waiting' | 'left_out'; reason: LeftOutReason | null; address_key?: null },
): Promise<null> {
  await db.update('list_letter_recipients', { id, state: 'handed' }, { ...outcome, changed_at: sql<string>`now()` })
  return null
}

/**
 * Claims the address for this letter and returns the recipient's links, or null if the same address already got the
 * letter, for example after a merge.
 */
async function claimAddress(
  db: Db,
  config: Config,
  { id, letter_id }: { id: number; letter_id: number },
  { email, folded_email }: LetterDecision & { email: string },
) {
  try {
    return await saveLinks(db, config, id, email, { address_key: addressKey(letter_id, folded_email) })
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/**
 * Also returns true if the letter is about to be sent to the same person as another recipient. Needs no lock, because
 * the recipient with the lower id wins.
 */
async function isSentToPerson(
  db: Db,
  { id, letter_id }: { id: number; letter_id: number },
  { alumnus_id, signup_id }: LetterDecision,
): Promise<boolean> {
  const others = sql`select from list_letter_recipients r where r.letter_id = ${letter_id} and r.id <> ${id}
    and (r.state in ('sent', 'in_doubt') or (r.state = 'handed' and r.id < ${id}))`
  const [row] = await selectRaw(
    db,
    z.object({ is_sent: z.boolean() }),
  )`select exists (${others} and r.alumnus_id = ${alumnus_id})
      or exists (${others} and r.signup_id in (
        select ${signup_id}::bigint
        union all
        select unnest(m.source_ids)
        from signup_merges m
        where m.survivor_id = ${signup_id} and m.undone_at is null
      )) as is_sent`
  return row!.is_sent
}

export const notWrittenMessage =
  'This letter could not be written as an e-mail. Simplify its text in a new one, and tell whoever runs this service.'

function buttonPath(content: Pick<LetterForPerson, 'about_path' | 'answer_token' | 'news_item_id'>): string {
  const { about_path, answer_token, news_item_id } = content
  return answer_token && news_item_id === null ? `${about_path}?as=${answer_token}` : (about_path ?? '')
}

export function buildParts(config: Config, { salutation, fallback, topic, ...subject }: LetterForPerson) {
  const { CHAMPIONS_URL } = config
  const label =
    subject.event_id !== null
      ? 'See the event and answer'
      : subject.opportunity_id !== null
        ? 'See how you can help'
        : 'Read more'
  return {
    greeting: subject.name ? salutation.split('{name}').join(subject.name) : fallback,
    facts:
      subject.starts_at === null
        ? []
        : [
            { label: 'When', value: formatClock(subject.starts_at, subject.ends_at!, subject.time_zone!) },
            { label: 'Where', value: eventPlace(subject) || 'We will let you know.' },
          ],
    button: subject.about_path === null ? null : { label, url: `${CHAMPIONS_URL}${buttonPath(subject)}` },
    signature: [subject.reply_name, subject.reply_title].filter(Boolean).join('\n'),
    opt_out: `No more e-mails about ${topic}`,
    address: config.INSTITUTION_ADDRESS ?? '',
  }
}

/** `unsubscribe` is the URL of the person's opt-out page. */
export function writeLetter(
  config: Config,
  content: LetterForPerson,
  { to, unsubscribe }: { to: string; unsubscribe: string },
): Message {
  const { institution, CHAMPIONS_URL } = config
  const { title, summary, body, reply_address, reply_name } = content
  const { greeting, facts, button, signature, opt_out, address } = buildParts(config, content)
  const rendered = renderBody(CHAMPIONS_URL, body)
  const message = renderLetter({
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
    ...message,
    unsubscribe,
    leavesOnce: true,
    ...(reply_address !== null && { replyTo: { name: reply_name ?? '', address: reply_address } }),
  }
}

let lastBody = { site: '', markdown: '', html: '', text: '', firstSentence: '' }
/** Caches the last result, because many people get the same text. */
function renderBody(site: string, markdown: string) {
  if (lastBody.site !== site || lastBody.markdown !== markdown) {
    const html = adaptToMail(site, renderMarkdown(markdown))
    lastBody = { site, markdown, html, text: htmlToPlainText(html), firstSentence: firstSentenceOf(html) }
  }
  return lastBody
}

function firstSentenceOf(html: string): string {
  const text = htmlToPlainText(html.replaceAll(/<\/?(?:a|img)\b[^<>]*>/g, ''))
  const [first] = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.trim())
  return first?.segment.trim() ?? ''
}

/** Makes URLs absolute, because e-mail has no base URL, and removes image sizes, because mail programs scale images. */
function adaptToMail(site: string, html: string): string {
  return html.replaceAll(/<(?:a|img) [^>]*>/g, (tag) =>
    tag
      .replaceAll(/ (?:srcset|sizes|loading|width|height)="[^"]*"/g, '')
      .replace(/(href|src)="\/?(?![a-z]+:|\/)/i, `$1="${site}/`),
  )
}
