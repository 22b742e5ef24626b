import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { composers } from '../../composers.ts'
import { deleteSignup } from '../../champions/profile/delete-signup.ts'
import { eraseDeletedSignups } from '../../champions/profile/erase-signups.ts'
import { restoreSignup } from '../../champions/staff-pages/signup-deletion.ts'
import type { Db } from '../../foundations/database/db.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { decideRetained } from '../../foundations/mail/held-letters.ts'
import { sendLetter } from '../../foundations/mail/send-letter.ts'
import { noteEndings } from './endings.ts'
import { makeBackup } from './make-backup.ts'
import { openTarget } from './target.ts'

const { db, config, people, backUp, restore, as, asChampion } = await buildBackupStory()

/** Everything of the outbox, as a worker does it; answers whom a letter reached. */
async function sendAll(restored: Db): Promise<string[]> {
  const reached: string[] = []
  const mailer = { send: async ({ to }: { to: string }) => void reached.push(to) }
  const letters = await restored.selectFrom('letters').select('id').execute()
  for (const { id } of letters) await sendLetter({ config, db: restored, mailer }, composers, { letter: id })
  return reached
}

const signup = (email: string, first_name: string) => createSignup(db, { email, first_name })

test.skipIf(noPostgresTools)(
  'the past stays asleep: sessions, letters, jobs; and who was deleted stays so',
  async () => {
    const majo = await signup('majo@example.com', 'María José')
    const [ivan, ute, noor] = [
      await signup('ivan@example.com', 'Iván'),
      await signup('ute@example.com', 'Ute'),
      await signup('noor@example.com', 'Noor'),
    ]
    await as('admin')
    await asChampion(majo)
    await askForLetter(db, 'password-changed', { user: people.admin.id })
    await sql`insert into contact_import_batches (type, status, imported_by_id, file_name, file_size, file_key, encoding)
    values ('contacts', 'running', ${people.admin.id}, 'a.csv', 1, 'imports/a.csv', 'utf-8')`.execute(db)
    const { id } = await backUp()

    // After the backup: Iván goes, and is erased a month later; Ute goes; Noor goes and is brought back.
    for (const one of [ivan, ute, noor]) await deleteSignup(db, one, { staff: people.admin.id, tells: false })
    await restoreSignup(db, noor.id, people.admin)
    await sql`update champion_signups set deleted_at = now() - interval '31 days' where id = ${ivan.id}`.execute(db)
    await eraseDeletedSignups(db)
    await noteEndings(config, db, await openTarget(config))

    const { db: restored, slept } = await restore(id)
    for (const table of ['staff_sessions', 'champion_sessions', 'champion_devices', 'agenda_jobs'] as const)
      expect({ [table]: await restored.selectFrom(table).selectAll().execute() }).toEqual({ [table]: [] })
    expect(slept).toEqual({ letters: 1, imports: 1, ended: 2 })
    expect(await restored.selectFrom('job_outbox').select(['name']).execute()).toEqual([{ name: 'apply-import' }])
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
    ])
    expect(await sendAll(restored)).toEqual([])
    const entry = await restored
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('action', 'like', 'backup.%')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'backup.restored', detail: { by: 'ada@laptop', letters: 1, ended: 2 } })

    expect(await decideRetained(restored, 'send')).toBe(1)
    expect(await sendAll(restored)).toEqual([people.admin.email])
  },
)

test.skipIf(noPostgresTools)('a copy sends no letter, neither of before nor of after', async () => {
  const { id } = await backUp()
  await expect(restore(id, { isCopy: true }, { DATA_DIR: config.DATA_DIR })).rejects.toThrow(
    'A copy needs a place of its own for files',
  )
  const { db: copy, files, into } = await restore(id, { isCopy: true })
  await askForLetter(copy, 'password-changed', { user: people.admin.id })
  expect(await sendAll(copy)).toEqual([])
  await expect(makeBackup({ config, db: copy, files, ownerUrl: into })).rejects.toThrow('This is a copy')
})

test.skipIf(noPostgresTools)(
  'after a change of the secret every backup is ours still, and without the old one once one was made',
  async () => {
    const leaked = { SESSION_SECRET: config.SESSION_SECRET }
    const secret = 'the secret that came after the one that leaked'
    const ute = await signup('ute.2@example.com', 'Ute')
    const { id } = await backUp()
    await deleteSignup(db, ute, { staff: people.admin.id, tells: false })
    await noteEndings(config, db, await openTarget(config))

    const both = { SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: leaked.SESSION_SECRET }
    expect((await restore(id, {}, both)).slept.ended).toBe(1)
    const copy = { isCopy: true }
    await expect(restore(id, copy, { ...both, DATA_DIR: config.DATA_DIR })).rejects.toThrow('a place of its own')
    await backUp(both)
    const alone = { SESSION_SECRET: secret }
    expect((await restore(id, {}, alone)).slept.ended).toBe(1)
    await expect(restore(id, copy, { ...alone, DATA_DIR: config.DATA_DIR })).rejects.toThrow('a place of its own')
    await expect(restore(id, {}, leaked)).rejects.toThrow('made with another SESSION_SECRET')
  },
)
