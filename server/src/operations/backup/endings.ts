import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { compareCharacters } from '@alumni/shared/compare-text'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { FileMissing } from '../../foundations/files/files.ts'
import { listKeys } from './copy-files.ts'
import { fingerprint, parseSigned, sha256, signContent } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { listValidBackups, writeText, type Target } from './target.ts'

/** The deletion, restoration or erasure of a signup, which a restore repeats. */
const ending = z.strictObject({
  signup: z.uuid(),
  what: z.enum(['deleted', 'restored', 'forgotten']),
  at: z.iso.datetime(),
})
export type Ending = z.infer<typeof ending>
/** A note is a signed file at the target with the endings since the previous note. */
const note = z.strictObject({ secret: z.string(), endings: z.array(ending).max(1000) })
const perNote = 1000
const noteKey = z.string().regex(/^\d{8}T\d{6}Z-\d{12,}-[0-9a-f]{6}$/)
/** Lists every note, so that removed or replaced notes are detected. `written` counts pruned notes too. */
const noteList = z.strictObject({
  secret: z.string(),
  written: z.number().int().min(0).max(1e9),
  notes: z.array(z.strictObject({ key: noteKey, sha256 })).max(1e6),
})
type NoteList = Pick<z.infer<typeof noteList>, 'written' | 'notes'>
const listKey = 'list'

/** Uploads new endings, or all endings if notes are missing. Returns the number of notes ever written. */
export async function uploadEndings(
  config: Config,
  db: Db,
  target: Target,
  { isThorough = false }: { isThorough?: boolean } = {},
): Promise<number> {
  return withEndingsLock(db, async (db) => {
    const found = await readList(config, target).catch(ignoreProblem)
    const isGood = found && (!isThorough || (await isComplete(config, target, found)))
    if (!isGood) await db.update('signup_endings', {}, { noted_at: null })
    const list: NoteList = isGood ? found : { written: await readMinNoteCount(config, target), notes: [] }
    let isChanged = !isGood
    for (;;) {
      const rows = await db
        .selectFrom('signup_endings')
        .select(['id', 'signup', 'what', utc('at').as('at')])
        .where('noted_at', 'is', null)
        .orderBy('id')
        .limit(perNote)
        .execute()
      if (rows.length === 0) break
      const key = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${String(rows[0]!.id).padStart(12, '0')}-${randomBytes(3).toString('hex')}`
      const endings = rows.map(({ id: _, ...row }) => row)
      const content = signContent(config, { secret: fingerprint(config, 'secret'), endings })
      await writeText(target.endings, key, content)
      list.notes.push({ key, sha256: sha256Of(content) })
      list.written += 1
      isChanged = true
      await db.update('signup_endings', { id: rows.map(({ id }) => id) }, { noted_at: sql`now()` })
    }
    if (isChanged) await writeList(config, target, list)
    return list.written
  })
}

/** Returns endings, oldest first. Throws a `BackupProblem` for missing or altered notes, unless `areLostAccepted`. */
export async function readEndings(
  config: Config,
  target: Target,
  { isForeignAccepted = false, areLostAccepted = false },
): Promise<Ending[]> {
  const hint =
    'Find it in an older version of the target; or, if it is lost, add --endings-lost: these people come back.'
  const refuse = (problem: string) => {
    if (!areLostAccepted) throw new BackupProblem(`${problem} ${hint}`)
  }
  const list = await readList(config, target, isForeignAccepted).catch((error: unknown) => {
    if (!(error instanceof BackupProblem)) throw error
    refuse(error.message)
  })
  const minCount = await readMinNoteCount(config, target)
  if (!list) refuse('The list of who was deleted or erased (endings/list) is missing.')
  else if (list.written < minCount) refuse('The list of who was deleted or erased is not the latest one.')
  const keys = await listNotes(target)
  const listed = new Map(list?.notes.map(({ key, sha256 }) => [key, sha256]))
  const endings: Ending[] = []
  for (const key of new Set([...listed.keys(), ...keys]))
    try {
      endings.push(...(await readNote(config, target, key, { isForeignAccepted, sha256: listed.get(key) })).endings)
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error
      if (listed.has(key)) refuse(error.message)
    }
  return endings.toSorted((a, b) => compareCharacters(a.at, b.at))
}

/** Signs this installation's notes again if they were signed with SESSION_SECRET_PREVIOUS. */
export async function renewEndingSignatures(config: Config, db: Db, target: Target): Promise<void> {
  const secret = fingerprint(config, 'secret')
  await withEndingsLock(db, async () => {
    const list = (await readList(config, target).catch(ignoreProblem)) ?? { written: 0, notes: [] }
    for (const key of await listNotes(target)) {
      const found = await readNote(config, target, key).catch(ignoreProblem)
      if (!found || found.secret === secret) continue
      const content = signContent(config, { ...found, secret })
      await writeText(target.endings, key, content)
      for (const listed of list.notes) if (listed.key === key) listed.sha256 = sha256Of(content)
    }
    await writeList(config, target, list)
  })
}

/** Removes the notes from before the time `before`, which has the format of note keys. */
export async function removeEndings(config: Config, db: Db, target: Target, before: string): Promise<void> {
  await withEndingsLock(db, async () => {
    const list = await readList(config, target).catch(ignoreProblem)
    if (list) await writeList(config, target, { ...list, notes: list.notes.filter(({ key }) => key >= before) })
    for (const key of await listNotes(target)) if (key < before) await target.endings.remove(key)
  })
}

function withEndingsLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return transact(db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('alumni endings'))`.execute(db)
    return work(db)
  })
}

async function listNotes({ endings }: Target): Promise<string[]> {
  return [...(await listKeys(endings))].filter((key) => noteKey.safeParse(key).success).toSorted()
}

async function isComplete(config: Config, target: Target, { written, notes }: NoteList): Promise<boolean> {
  const keys = new Set(await listNotes(target))
  return written >= (await readMinNoteCount(config, target)) && notes.every(({ key }) => keys.has(key))
}

async function readMinNoteCount(config: Config, target: Target): Promise<number> {
  return Math.max(0, ...(await listValidBackups(config, target)).map(({ endings = 0 }) => endings))
}

async function writeList(config: Config, target: Target, { written, notes }: NoteList): Promise<void> {
  const content = { secret: fingerprint(config, 'secret'), written, notes }
  await writeText(target.endings, listKey, signContent(config, content))
}

/** Returns undefined if there is no list. Throws a `BackupProblem` if the list was altered. */
async function readList(config: Config, target: Target, isForeignAccepted = false): Promise<NoteList | undefined> {
  const content = await target.endings.read(listKey).then(text, ignoreMissing)
  const name = 'The list of who was deleted or erased'
  return content === undefined ? undefined : parseSigned(config, noteList, { text: content, name, isForeignAccepted })
}

/** `sha256` is undefined if the list does not contain the note. */
async function readNote(
  config: Config,
  target: Target,
  key: string,
  options: { isForeignAccepted?: boolean; sha256?: string | undefined } = {},
) {
  const name = `The note endings/${key} of who was deleted or erased`
  const content = await target.endings.read(key).then(text, ignoreMissing)
  if (content === undefined) throw new BackupProblem(`${name} is missing.`)
  if (options.sha256 && options.sha256 !== sha256Of(content)) throw new BackupProblem(`${name} is another one.`)
  return parseSigned(config, note, { text: content, name, isForeignAccepted: options.isForeignAccepted ?? false })
}

function sha256Of(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error
}

function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof BackupProblem)) throw error
}
