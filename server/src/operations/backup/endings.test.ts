import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { deleteSignup } from '../../champions/profile/delete-signup.ts'
import { createLog } from '../../foundations/process/log.ts'
import { sendEndings } from './backup-jobs.ts'
import { removeEndings, uploadEndings, readEndings } from './endings.ts'
import { signContent } from './manifest.ts'
import { withdrawAnswers } from '../../publications/index.ts'
import { openTarget } from './target.ts'

const { db, config, people, backUp, restore, target, folder } = await buildBackupStory()
const lines: string[] = []
const context = { config, db, log: createLog(config, { write: (line) => void lines.push(line) }) }
const endingsAt = join(target, 'endings')
const notes = async () => (await readdir(endingsAt)).filter((name) => /^\d/.test(name)).toSorted()
const other = { SESSION_SECRET: 'the secret of another installation, long enough' }

async function signUpAndDelete(first_name: string) {
  const signup = await createSignup(db, { first_name, email: `${first_name.toLowerCase()}@example.com` })
  await deleteSignup(db, signup, { staff: people.admin.id, sendsLetter: false }, withdrawAnswers)
  return signup.public_id
}
const takeJobs = () => db.deleteFrom('job_outbox').where('name', '=', 'note-endings').returning('name').execute()
const read = async (options = {}) =>
  (await readEndings(config, await openTarget(config), options)).map(({ signup, what }) => `${signup} ${what}`)

/** Restores from a changed copy of the target. Returns the problem, and the endings found with --endings-lost. */
async function restoreAfter(change: (copy: string) => Promise<unknown>) {
  const copy = join(folder, `copy-${crypto.randomUUID()}`)
  await cp(target, copy, { recursive: true })
  await change(copy)
  const there = { ...config, BACKUP_URL: pathToFileURL(copy).href }
  const target2 = await openTarget(there)
  const problem = await readEndings(there, target2, {}).then(
    () => null,
    (error: Error) => error.message,
  )
  const rest = await readEndings(there, target2, { areLostAccepted: true })
  return { problem, found: rest.map(({ signup }) => signup), config: there, target: target2 }
}

test.skipIf(noPostgresTools)(
  'a backup is refused if its folder of notes is missing, even if it never had a note',
  async () => {
    const place = join(folder, 'without notes')
    await mkdir(place)
    const there = { BACKUP_URL: pathToFileURL(place).href }
    const { id } = await backUp(there)
    await rm(join(place, 'endings'), { recursive: true })
    await expect(restore(id, {}, there)).rejects.toThrow('(endings/list) is missing')
    await restore(id, { areLostAccepted: true }, there)
  },
)

test('a job of the deletion records it beside the backups at once', async () => {
  const ute = await signUpAndDelete('Ute')
  expect(await takeJobs()).toEqual([{ name: 'note-endings' }])
  await sendEndings(context)
  expect(await read()).toEqual([`${ute} deleted`])
})

test('while the target is unavailable the log says so, and the note is written later', async () => {
  const ivan = await signUpAndDelete('Iván')
  const away = { ...config, BACKUP_URL: pathToFileURL(join(folder, 'not mounted')).href }
  await sendEndings({ ...context, config: away })
  expect(lines.join()).toContain('could not be told who was deleted')
  await sendEndings(context)
  expect((await read()).join()).toContain(ivan)
})

describe.skipIf(noPostgresTools)('after a backup', () => {
  let id: string
  let everyone: string[]
  beforeAll(async () => {
    id = (await backUp()).id
    await signUpAndDelete('Noor')
    await uploadEndings(config, db, await openTarget(config))
    everyone = (await readEndings(config, await openTarget(config), {})).map(({ signup }) => signup)
  })

  const noteFile = (copy: string, name: string) => join(copy, 'endings', name)
  const hint = 'add --endings-lost'

  test('a removed note is detected, even the newest, and the others are read if that is accepted', async () => {
    expect([everyone.length, await notes()]).toEqual([3, [expect.anything(), expect.anything(), expect.anything()]])
    for (const [index, name] of (await notes()).entries()) {
      const { problem, found } = await restoreAfter((copy) => rm(noteFile(copy, name)))
      expect(problem).toContain(`endings/${name} of who was deleted or erased is missing`)
      expect(problem).toContain(hint)
      expect(found).toEqual(everyone.toSpliced(index, 1))
    }
  })

  test('an altered note, or one replaced by another, is detected', async () => {
    const [first, second] = await notes()
    const altered = await restoreAfter(async (copy) =>
      writeFile(
        noteFile(copy, first!),
        (await readFile(noteFile(copy, first!), 'utf8')).replace('deleted', 'restored'),
      ),
    )
    expect(altered.problem).toContain('is another one')
    const exchanged = await restoreAfter((copy) => cp(noteFile(copy, second!), noteFile(copy, first!)))
    expect(exchanged.problem).toContain('is another one')
  })

  test('a missing, altered or outdated list of notes is detected', async () => {
    const gone = await restoreAfter((copy) => rm(noteFile(copy, 'list')))
    expect(gone.problem).toContain('(endings/list) is missing')
    const cut = await restoreAfter((copy) => writeFile(noteFile(copy, 'list'), '{}'))
    expect(cut.problem).toContain('is cut off or was altered')
    const [line] = (await readFile(join(endingsAt, 'list'), 'utf8')).split('\n')
    const older = { ...(JSON.parse(line!) as object), written: 1, notes: [] }
    const old = await restoreAfter((copy) => writeFile(noteFile(copy, 'list'), signContent(config, older)))
    expect(old.problem).toContain('is not the latest one')
    for (const { found } of [gone, cut, old]) expect(found).toEqual(everyone)
  })

  test('other files among the notes are ignored', async () => {
    const foreign = '20260101T000000Z-000000000001-abcdef'
    const { problem, found } = await restoreAfter(async (copy) => {
      await writeFile(noteFile(copy, 'Read me (1).txt'), 'by hand')
      await writeFile(noteFile(copy, foreign), 'no note')
      await writeFile(
        noteFile(copy, foreign.replace('1-', '2-')),
        signContent(other, { secret: '0'.repeat(16), endings: [] }),
      )
    })
    expect([problem, found]).toEqual([null, everyone])
  })

  test('the next backup writes missing notes again', async () => {
    const [first] = await notes()
    const copy = await restoreAfter((copy) => rm(noteFile(copy, first!)))
    await uploadEndings(copy.config, db, copy.target)
    await expect(readEndings(copy.config, copy.target, {})).rejects.toThrow(hint)
    await backUp({ BACKUP_URL: copy.config.BACKUP_URL })
    const found = (await readEndings(copy.config, copy.target, {})).map(({ signup }) => signup)
    expect([...new Set(found)]).toEqual(everyone)
  })

  test('notes older than every backup are deleted and not reported missing', async () => {
    const [, second] = await notes()
    const copy = await restoreAfter(() => Promise.resolve())
    await removeEndings(copy.config, db, copy.target, second!)
    expect((await readEndings(copy.config, copy.target, {})).map(({ signup }) => signup)).toEqual(everyone.slice(1))
  })

  test('a restore is refused before it writes anything, unless Ada accepts that deleted people come back', async () => {
    const [, , newest] = await notes()
    const { config: there } = await restoreAfter((copy) => rm(noteFile(copy, newest!)))
    const changes = { BACKUP_URL: there.BACKUP_URL }
    await expect(restore(id, {}, changes)).rejects.toThrow(hint)
    await restore(id, { areLostAccepted: true }, changes)
  })
})
