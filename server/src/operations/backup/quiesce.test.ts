import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { composers } from '../../composers.ts'
import { deleteSignup } from '../../champions/profile/delete-signup.ts'
import { eraseDeletedSignups } from '../../champions/profile/erase-signups.ts'
import { restoreSignup } from '../../champions/staff-pages/signup-deletion.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { enqueueLetter, insertLettersWithoutJobs } from '../../foundations/mail/letters.ts'
import { decidePausedLetters } from '../../foundations/mail/held-letters.ts'
import { sendLetter } from '../../foundations/mail/send-letter.ts'
import { acceptInvitation } from '../../publications/events/answer-event.ts'
import { advanceLetters } from '../../publications/list-letters/advance.ts'
import type { QuiescedWork } from './quiesce.ts'
import { uploadEndings } from './endings.ts'
import { createBackup } from './create-backup.ts'
import { withdrawAnswers } from '../../publications/index.ts'
import { openTarget } from './target.ts'

const story = await buildBackupStory()
const { db, config, people, backUp, restore, as, asChampion } = story

async function sendAll(restored: Db): Promise<string[]> {
  const reached: string[] = []
  const mailer = { send: async ({ to }: { to: string }) => void reached.push(to) }
  const letters = await restored.selectFrom('letters').select('id').execute()
  for (const { id } of letters) await sendLetter({ config, db: restored, mailer }, composers, { letter: id })
  return reached
}

const signup = (email: string, first_name: string) => createSignup(db, { email, first_name })
const inHours = (hours: number) => sql<string>`now() + make_interval(hours => ${hours})`
const createEvent = (slug: string, starts: number, places: number | null = null) =>
  db
    .insertInto('events')
    .values({
      slug,
      title: 'Homecoming',
      summary: 'Come home for a day.',
      starts_at: inHours(starts),
      ends_at: inHours(starts + 3),
      time_zone: 'America/New_York',
      venue: 'Alumni Hall',
      address: '1 Main Street, Boston',
      places,
      published_at: inHours(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const changeOfAddress = (id: number, new_email: string) =>
  db
    .insertInto('email_changes')
    .values({ signup_id: id, old_email: 'majo@example.com', new_email, expires_at: inHours(24), token_hash: new_email })
    .returning('id')
    .executeTakeFirstOrThrow()

describe.skipIf(noPostgresTools)('a restored database', () => {
  let id: string
  let restored: Db
  let quiesced: QuiescedWork
  let waiting: number

  beforeAll(async () => {
    const majo = await signup('majo@example.com', 'María José')
    const [ivan, ute, noor, ben, zoe] = [
      await signup('ivan@example.com', 'Iván'),
      await signup('ute@example.com', 'Ute'),
      await signup('noor@example.com', 'Noor'),
      await signup('ben@example.com', 'Ben'),
      await signup('zoe@example.com', 'Zoë'),
    ]
    await as('admin')
    await asChampion(majo)
    await enqueueLetter(db, 'password-changed', { user: people.admin.id })
    await db
      .insertInto('contact_import_batches')
      .values(
        (['running', 'completed'] as const).map((status) => ({
          type: 'contacts' as const,
          status,
          imported_by_id: people.admin.id,
          file_name: 'a.csv',
          file_size: 1,
          file_key: `imports/${status}.csv`,
          encoding: 'utf-8',
        })),
      )
      .execute()
    const over = await changeOfAddress(majo.id, 'over@example.com')
    await db.updateTable('email_changes').set({ ended_at: '2026-01-01' }).where('id', '=', over.id).execute()
    await changeOfAddress(majo.id, 'open@example.com')
    await sql`insert into api_keys (name, prefix, key_hash, previous_prefix, previous_key_hash, previous_until, created_by_id)
      values ('Events app', 'new', 'new hash', 'old', 'old hash', now() + interval '1 day', ${people.admin.id})`.execute(
      db,
    )
    await sql`insert into api_key_overlaps (key_hash, api_key_id, prefix, ends_at)
      select 'older hash', id, 'older', now() + interval '1 day' from api_keys`.execute(db)
    const [soon, later, full] = [
      await createEvent('soon', 20),
      await createEvent('later', 60),
      await createEvent('full', 90, 1),
    ]
    for (const event of [soon.id, later.id]) await acceptInvitation(db, { event, signup: majo.id, guests: 0 })
    for (const { id: signup } of [ute, ben]) await acceptInvitation(db, { event: full.id, signup, guests: 0 })
    await db.updateTable('letters').set({ sent_at: 'now' }).where('kind', '!=', 'password-changed').execute()
    // Someone undid this older ending by hand.
    await deleteSignup(db, zoe, { staff: people.admin.id, sendsLetter: false }, withdrawAnswers)
    await db.updateTable('champion_signups').set({ deleted_at: null }).where('id', '=', zoe.id).execute()
    await db
      .updateTable('signup_endings')
      .set({ at: inHours(-30) })
      .execute()
    id = (await backUp()).id

    for (const signup of [ivan, ute, noor])
      await deleteSignup(db, signup, { staff: people.admin.id, sendsLetter: false }, withdrawAnswers)
    await restoreSignup(db, noor.id, people.admin)
    await sql`update champion_signups set deleted_at = now() - interval '31 days' where id = ${ivan.id}`.execute(db)
    await eraseDeletedSignups(db)
    // Ute’s transaction started long before the backup.
    await sql`update signup_endings set at = now() - interval '20 hours' where signup = (
      select public_id from champion_signups where id = ${ute.id})`.execute(db)
    await uploadEndings(config, db, await openTarget(config))

    const result = await restore(id)
    restored = result.db
    quiesced = result.quiesced
    waiting = result.quiesced.letters
  })

  test('has no earlier sessions, devices or jobs, so everyone signs in again', async () => {
    for (const table of ['staff_sessions', 'champion_sessions', 'champion_devices', 'agenda_jobs'] as const)
      expect({ [table]: await restored.selectFrom(table).selectAll().execute() }).toEqual({ [table]: [] })
  })

  test('ends a pending change of address, and leaves an ended one as it was', async () => {
    const changes = restored
      .selectFrom('email_changes')
      .select(['new_email', 'token_hash', utc('ended_at').as('ended')])
    expect(await changes.orderBy('id').execute()).toEqual([
      { new_email: 'over@example.com', token_hash: 'over@example.com', ended: '2026-01-01T00:00:00.000Z' },
      { new_email: 'open@example.com', token_hash: null, ended: expect.stringContaining('T') },
    ])
  })

  test('accepts only the new one of a rotated API key', async () => {
    const key = await restored.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
    expect(key).toMatchObject({ key_hash: 'new hash', previous_prefix: null, previous_until: null })
    const hashes = await sql<{ hash: string | null }>`select previous_key_hash as hash from api_keys`.execute(restored)
    expect(hashes.rows).toEqual([{ hash: null }])
    expect(await restored.selectFrom('api_key_overlaps').select('prefix').execute()).toEqual([])
  })

  test('deletes and erases again the people of the notes, unless they came back or the note is older', async () => {
    const signups = await restored
      .selectFrom('champion_signups')
      .select(['email', 'first_name', sql<boolean>`deleted_at is not null`.as('is_deleted')])
      .orderBy('id')
      .execute()
    expect(signups).toEqual([
      { email: 'majo@example.com', first_name: 'María José', is_deleted: false },
      { email: '', first_name: null, is_deleted: true },
      { email: 'ute@example.com', first_name: 'Ute', is_deleted: true },
      { email: 'noor@example.com', first_name: 'Noor', is_deleted: false },
      { email: 'ben@example.com', first_name: 'Ben', is_deleted: false },
      { email: 'zoe@example.com', first_name: 'Zoë', is_deleted: false },
    ])
    expect(quiesced.ended).toBe(2)
  })

  test('sends no reminders of past events, and those of later events in time', async () => {
    const reminded = restored
      .selectFrom('event_rsvps as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .where('e.slug', '!=', 'full')
      .select(['e.slug', sql<boolean>`r.reminded_at is not null`.as('is_reminded')])
    expect(await reminded.orderBy('e.id').execute()).toEqual([
      { slug: 'soon', is_reminded: true },
      { slug: 'later', is_reminded: false },
    ])
  })

  test('enqueues the import that was running, and no other job', async () => {
    expect(quiesced.imports).toBe(1)
    const jobs = await restored.selectFrom('job_outbox').select('name').orderBy('id').execute()
    expect(jobs.map(({ name }) => name)).toEqual(['apply-import'])
  })

  test('lists this backup as complete, and none as running', async () => {
    const backups = await restored.selectFrom('backups').select(['id', 'state', 'failure', 'finished_at']).execute()
    expect(backups).toEqual([{ id, state: 'whole', failure: null, finished_at: expect.anything() }])
    const restores = await restored.selectFrom('restores').select(['backup_id', 'is_copy']).execute()
    expect(restores).toEqual([{ backup_id: id, is_copy: false }])
  })

  test('records the restore in the audit log', async () => {
    const entry = await restored
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('action', 'like', 'backup.%')
      .executeTakeFirstOrThrow()
    const detail = { by: 'ada@laptop', letters: waiting, imports: 1, ended: 2 }
    expect(entry).toMatchObject({ action: 'backup.restored', detail })
  })

  test('holds waiting letters, and those about places of deleted people, until Ada decides', async () => {
    const letters = await restored
      .selectFrom('letters')
      .select('kind')
      .where('sent_at', 'is', null)
      .orderBy('id')
      .execute()
    expect(letters.map(({ kind }) => kind)).toEqual(['password-changed', 'rsvp-cancelled', 'rsvp-place'])
    expect(waiting).toBe(3)
    expect(await sendAll(restored)).toEqual([])
    expect(await decidePausedLetters(restored, 'send')).toBe(3)
    expect(await sendAll(restored)).toEqual([people.admin.email, 'ben@example.com'])
  })
})

test.skipIf(noPostgresTools)(
  'a backup that was running at the time of the backup is marked as interrupted',
  async () => {
    await db.insertInto('backups').values({ id: 'cut off', target: '', state: 'running' }).execute()
    const { id } = await backUp()
    await db.insertInto('backups').values({ id: 'never', target: '', state: 'running' }).execute()
    const { db: restored } = await restore(id)
    const backups = await restored.selectFrom('backups').select(['id', 'state']).where('state', '!=', 'whole').execute()
    expect(backups).toEqual([{ id: 'cut off', state: 'failed' }])
  },
)

test.skipIf(noPostgresTools)('a copy sends no letters, old or new', async () => {
  const { id } = await backUp()
  await expect(restore(id, { isCopy: true }, { DATA_DIR: config.DATA_DIR })).rejects.toThrow(
    'A copy needs a place of its own for files',
  )
  const { db: copy, files, url } = await restore(id, { isCopy: true })
  await enqueueLetter(copy, 'password-changed', { user: people.admin.id })
  expect(await sendAll(copy)).toEqual([])
  await expect(createBackup({ config, db: copy, files, ownerUrl: url })).rejects.toThrow('This is a copy')
})

test.skipIf(noPostgresTools)(
  'after a change of the secret earlier backups are accepted while the old one is listed, or once a new one was made',
  async () => {
    const leaked = { SESSION_SECRET: config.SESSION_SECRET }
    const secret = 'the secret that came after the one that leaked'
    const ute = await signup('ute.2@example.com', 'Ute')
    const { id } = await backUp()
    await deleteSignup(db, ute, { staff: people.admin.id, sendsLetter: false }, withdrawAnswers)
    await uploadEndings(config, db, await openTarget(config))

    const both = { SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: leaked.SESSION_SECRET }
    expect((await restore(id, {}, both)).quiesced.ended).toBe(1)
    const copy = { isCopy: true }
    await expect(restore(id, copy, { ...both, DATA_DIR: config.DATA_DIR })).rejects.toThrow('a place of its own')
    await backUp(both)
    const alone = { SESSION_SECRET: secret }
    expect((await restore(id, {}, alone)).quiesced.ended).toBe(1)
    await expect(restore(id, copy, { ...alone, DATA_DIR: config.DATA_DIR })).rejects.toThrow('a place of its own')
    await expect(restore(id, {}, leaked)).rejects.toThrow('made with another SESSION_SECRET')
  },
)

test.skipIf(noPostgresTools)(
  'letters to lists in progress are stopped, and one that the mail server had is marked as uncertain',
  async () => {
    const kim = await signup('kim@example.com', 'Kim')
    const lea = await signup('lea@example.com', 'Lea')
    const max = await signup('max@example.com', 'Max')
    const letter = (slug: string, status: 'sending' | 'leaving' | 'sent') =>
      db
        .insertInto('list_letters')
        .values({
          slug,
          title: 'Dinner',
          summary: '',
          body: 'Come.',
          status,
          published_at: 'now',
          topic: 'events',
          salutation: 'Dear {name},',
          fallback: 'Dear friend,',
          replies_to: 'office',
          list: JSON.stringify({ from: 'people', buids: [] }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [sending] = [
      await letter('on-its-way', 'sending'),
      await letter('later', 'leaving'),
      await letter('over', 'sent'),
    ]
    const outbox = async () => (await insertLettersWithoutJobs(db, 'list-letter', [{ recipient: 0 }]))[0]!
    const [inHand, next] = [await outbox(), await outbox()]
    await db.insertInto('handed_letters').values({ letter_id: inHand }).execute()
    await db
      .insertInto('list_letter_recipients')
      .values([
        { letter_id: sending.id, signup_id: kim.id, state: 'handed', outbox_id: inHand },
        { letter_id: sending.id, signup_id: lea.id, state: 'handed', outbox_id: next },
        { letter_id: sending.id, signup_id: max.id, state: 'waiting' },
      ])
      .execute()
    const { db: restored } = await restore((await backUp()).id)
    const letters = await restored
      .selectFrom('list_letters')
      .select(['slug', 'status', 'stop_reason'])
      .orderBy('id')
      .execute()
    const reason = expect.stringMatching(/^Restored from a backup of .* UTC\./)
    expect(letters).toEqual([
      { slug: 'on-its-way', status: 'stopped', stop_reason: reason },
      { slug: 'later', status: 'stopped', stop_reason: reason },
      { slug: 'over', status: 'sent', stop_reason: null },
    ])
    await advanceLetters({ config, db: restored })
    const people = await restored.selectFrom('list_letter_recipients').select(['state']).orderBy('id').execute()
    expect(people.map(({ state }) => state)).toEqual(['in_doubt', 'waiting', 'waiting'])
  },
)
