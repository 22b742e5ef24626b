import type { Insertable } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { composers } from '../../composers.ts'
import type { Tables } from '../database/tables.ts'
import type { LetterKind, Letters } from './letters.ts'
import { createMailer } from './mailer.ts'
import { createSignup } from '../../../testing/champions.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const mailServer = await startMailServer()
afterAll(() => mailServer.close())
const { db, people, config } = await buildTestApp({ env: { SMTP_URL: mailServer.url } })
const mailer = createMailer(config)

// Several scripts, a word of 80 characters that cannot be broken, and characters special to mail and HTML.
const hostile = `Ánna-ნინო-שרה-${'x'.repeat(80)} <b>bold</b> "quoted" \r\nBcc: mallory@example.com\r\n\r\n👩🏽‍🎓 & ${'Maria '.repeat(13)}`
const signup = await createSignup(db, { email: 'anna@example.org', first_name: hostile, last_name: hostile })
const gone = await createSignup(db, { email: 'gone@example.org', first_name: hostile, deleted_at: '2026-11-01' })

async function insert<Table extends keyof Tables>(table: Table, values: Insertable<Tables[Table]>): Promise<number> {
  const row = await db
    .insertInto(table)
    .values(values as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()
  return (row as unknown as { id: number }).id
}

const incident = async () => {
  const seen_at = '2026-11-23T03:00:00Z'
  const over = { told_at: seen_at, calm_at: seen_at, over_at: seen_at }
  return { user: people.admin.id, incident: await insert('incidents', { condition: 'JobsWait', seen_at, ...over }) }
}
const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString()
let made = 0
const signin = async () => ({
  request: await insert('signin_requests', {
    email_hash: `hash ${(made += 1)}`,
    browser_hash: 'hash',
    signup_id: signup.id,
    expires_at: tomorrow,
  }),
})
const change = async () => ({
  change: await insert('email_changes', {
    signup_id: signup.id,
    old_email: 'anna@example.org',
    new_email: `new${(made += 1)}@example.org`,
    expires_at: tomorrow,
  }),
})
const rsvp = async (status: 'going' | 'waiting' | 'cancelled', event: Partial<Insertable<Tables['events']>> = {}) => {
  const event_id = await insert('events', {
    slug: `event-${(made += 1)}`,
    title: hostile,
    summary: hostile,
    venue: hostile,
    address: hostile,
    starts_at: tomorrow,
    ends_at: tomorrow,
    time_zone: 'America/New_York',
    published_at: '2026-01-01',
    ...event,
  })
  return { rsvp: await insert('event_rsvps', { event_id, signup_id: signup.id, status, guests: 2 }) }
}
const response = async (status: 'responded' | 'accepted') => {
  const opportunity_id = await insert('opportunities', {
    slug: `opportunity-${(made += 1)}`,
    title: hostile,
    kind: 'mentoring',
    summary: hostile,
    place: hostile,
    effort: hostile,
    published_at: '2026-01-01',
  })
  return { response: await insert('opportunity_responses', { opportunity_id, signup_id: signup.id, status }) }
}

const createListLetter = async (status: 'failed' | 'sending' = 'failed') => {
  const list_letter = await insert('list_letters', {
    slug: `letter-${(made += 1)}`,
    title: hostile,
    summary: hostile,
    body: 'We **ask** you.',
    topic: 'events',
    salutation: `${hostile} {name},`,
    fallback: hostile,
    replies_to: 'writer',
    sender_id: people.staff.id,
    list: JSON.stringify({ from: 'people', buids: [] }),
    status,
    stop_reason: hostile,
    decline_reason: hostile,
  })
  const values = { letter_id: list_letter, signup_id: signup.id, state: 'handed' as const, outbox_id: 0 }
  return { list_letter, recipient: await insert('list_letter_recipients', values) }
}

const subjects: { [Kind in LetterKind]: () => Promise<Letters[Kind]> } = {
  'password-reset': async () => ({ user: people.staff.id }),
  'password-changed': async () => ({ user: people.staff.id }),
  'staff-invitation': async () => {
    const id = await insert('staff_users', { email: `invited${(made += 1)}@example.edu`, name: hostile, role: 'staff' })
    return { user: id, by: people.staff.id }
  },
  'second-factor-changed': async () => ({ user: people.staff.id, what: 'A passkey was added.' }),
  'wrong-codes': async () => ({ user: people.staff.id }),
  'backup-failed': async () => ({ user: people.admin.id }),
  'incident-begun': incident,
  'incident-over': incident,
  'staff-locked-out': async () => ({ user: people.admin.id, address: '192.0.2.1', until: Date.now() }),
  'sign-in': signin,
  'answer-confirmation': async () => {
    const { event_id } = await db.get('event_rsvps', ['event_id'], { id: (await rsvp('going')).rsvp })
    const names = { email: 'anna@example.org', first_name: hostile, last_name: hostile }
    const answer = JSON.stringify({ guests: 2 })
    const values = { ...names, event_id, answer, privacy_policy_version: '2026-01-01', expires_at: tomorrow }
    return { pending: await insert('pending_answers', values) }
  },
  'signup-confirmation': signin,
  'duplicate-signup': async () => {
    await db.updateTable('champion_signups').set({ created_at: '2026-01-01' }).execute()
    return signin()
  },
  'email-change': change,
  'email-change-asked': change,
  'email-changed': change,
  'signup-deleted': async () => ({ signup: gone.id }),
  'email-set-by-staff': change,
  'signup-restored': async () => ({ signup: signup.id }),
  'from-staff': async () => ({
    written: await insert('signup_letters', {
      key: crypto.randomUUID(),
      signup_id: signup.id,
      staff_user_id: people.staff.id,
      template: 'blank',
      subject: hostile,
      body: `${hostile}\n\nWith best wishes,\n${hostile}`,
      has_button: true,
    }),
  }),
  'list-letter': async () => ({ recipient: (await createListLetter('sending')).recipient }),
  'list-letter-test': async () => ({
    user: people.staff.id,
    ...(await createListLetter()),
    alumnus: null,
    signup: signup.id,
  }),
  'list-letter-stopped': async () => ({ user: people.staff.id, ...(await createListLetter()) }),
  'list-letter-declined': async () => ({ user: people.staff.id, ...(await createListLetter()), by: people.admin.id }),
  'rsvp-going': () => rsvp('going'),
  'rsvp-waiting': () => rsvp('waiting'),
  'rsvp-place': () => rsvp('going'),
  'rsvp-cancelled': () => rsvp('cancelled'),
  'event-changed': async () => ({ ...(await rsvp('going')), revision: 0, what: 'time and place' }),
  'event-cancelled': () => rsvp('going', { cancelled_at: '2026-11-01' }),
  'event-reminder': () => rsvp('going'),
  'opportunity-answer': () => response('responded'),
  'opportunity-place': () => response('responded'),
  'opportunity-decision': () => response('accepted'),
}
await db.updateTable('staff_users').set({ name: hostile }).where('id', '=', people.staff.id).execute()

test.each(Object.keys(subjects) as LetterKind[])(
  '%s arrives complete at a real mail server, with any names',
  async (kind) => {
    const compose = composers[kind] as (typeof composers)['sign-in']
    const message = await compose(db, config, (await subjects[kind]()) as Letters['sign-in'], 0)
    if (!message) throw new Error('There is no letter.')
    mailServer.messages.length = 0
    await mailer.send(message)
    const [raw = ''] = mailServer.messages
    const head = raw.split('\r\n\r\n', 1)[0]!

    expect(head).not.toMatch(/^(b?cc|x-)/im)
    expect(head.match(/^to:.*/gim)).toEqual([`To: ${message.to}`])
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(/^List-Unsubscribe:/m.test(head)).toBe(kind === 'event-reminder' || kind === 'list-letter')
    expect(raw).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)

    expect(message.html).not.toMatch(/<b>|<img(?! src="cid:)|<script|<link|\son\w+=/)
    expect(raw.includes('Content-ID: <door-code>')).toBe(message.html.includes('<img'))
    const links = message.html.match(/(?<=href="https?:\/\/)[^"]*/g) ?? []
    for (const link of links)
      expect(link).toMatch(/^((alumni|champions)\.example\.edu\/|www\.google\.com\/maps\/search\/\?)/)
    const addresses = message.text.match(/https?:\/\/\S+/g) ?? []
    expect(new Set(links.map((link) => `https://${link.replaceAll('&#38;', '&')}`))).toEqual(new Set(addresses))

    // Links and codes that sign in must not occur in the subject.
    const [secret] = /\b\d{6}\b|(?<=token=)\S+/.exec(message.text) ?? []
    if (secret) expect(message.subject).not.toContain(secret)
  },
)
