import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { FileMissing } from '../../foundations/files/files.ts'
import { namesIn } from './copy-files.ts'
import { fingerprint, openSigned, sha256, signed } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { wholeBackups, writeText, type Target } from './target.ts'

const ending = z.strictObject({
  signup: z.uuid(),
  what: z.enum(['deleted', 'restored', 'forgotten']),
  at: z.iso.datetime(),
})
export type Ending = z.infer<typeof ending>
const note = z.strictObject({ secret: z.string(), endings: z.array(ending).max(1000) })
const perNote = 1000
const noteKey = z.string().regex(/^\d{8}T\d{6}Z-\d{12,}-[0-9a-f]{6}$/)
/** Names every note, so that none can be taken away or exchanged. `written`: how many there ever were. */
const noteList = z.strictObject({
  secret: z.string(),
  written: z.number().int().min(0).max(1e9),
  notes: z.array(z.strictObject({ key: noteKey, sha256 })).max(1e6),
})
type NoteList = Pick<z.infer<typeof noteList>, 'written' | 'notes'>
const listKey = 'list'

/**
 * Brings to the target who was deleted, restored or erased since the last time; answers how many notes were ever written
 * there. What is missing at the target is written once more, as this database has it all. `isThorough`: looks whether
 * each note is there.
 */
export async function noteEndings(
  config: Config,
  db: Db,
  target: Target,
  { isThorough = false }: { isThorough?: boolean } = {},
): Promise<number> {
  return alone(db, async (db) => {
    const found = await readList(config, target).catch(ignoreProblem)
    const isGood = found && (!isThorough || (await isComplete(config, target, found)))
    if (!isGood) await db.updateTable('signup_endings').set({ noted_at: null }).execute()
    const list: NoteList = isGood ? found : { written: await leastWritten(config, target), notes: [] }
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
      const content = signed(config, { secret: fingerprint(config, 'secret'), endings })
      await writeText(target.endings, key, content)
      list.notes.push({ key, sha256: digestOf(content) })
      list.written += 1
      isChanged = true
      await db
        .updateTable('signup_endings')
        .set({ noted_at: sql`now()` })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    }
    if (isChanged) await writeList(config, target, list)
    return list.written
  })
}

/**
 * Reads the target's endings in the order in which they happened; files that are no notes of ours are left alone.
 * Throws a `BackupProblem` where a note is missing or was altered, unless `areLostAccepted`.
 */
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
  const least = await leastWritten(config, target)
  if (!list) refuse('The list of who was deleted or erased (endings/list) is missing.')
  else if (list.written < least) refuse('The list of who was deleted or erased is not the latest one.')
  const keys = await notesAt(target)
  const listed = new Map(list?.notes.map(({ key, sha256 }) => [key, sha256]))
  const endings: Ending[] = []
  for (const key of new Set([...listed.keys(), ...keys]))
    try {
      endings.push(...(await readNote(config, target, key, { isForeignAccepted, sha256: listed.get(key) })).endings)
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error
      if (listed.has(key)) refuse(error.message)
    }
  return endings.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Signs notes under SESSION_SECRET_PREVIOUS again with the secret in force; what is not ours stays as it is. */
export async function signEndingsAnew(config: Config, db: Db, target: Target): Promise<void> {
  const secret = fingerprint(config, 'secret')
  await alone(db, async () => {
    const list = (await readList(config, target).catch(ignoreProblem)) ?? { written: 0, notes: [] }
    for (const key of await notesAt(target)) {
      const found = await readNote(config, target, key).catch(ignoreProblem)
      if (!found || found.secret === secret) continue
      const content = signed(config, { ...found, secret })
      await writeText(target.endings, key, content)
      for (const one of list.notes) if (one.key === key) one.sha256 = digestOf(content)
    }
    await writeList(config, target, list)
  })
}

/** Removes notes that are older than every backup, by the beginning of their keys. */
export async function forgetEndings(config: Config, db: Db, target: Target, before: string): Promise<void> {
  await alone(db, async () => {
    const list = await readList(config, target).catch(ignoreProblem)
    if (list) await writeList(config, target, { ...list, notes: list.notes.filter(({ key }) => key >= before) })
    for (const key of await notesAt(target)) if (key < before) await target.endings.remove(key)
  })
}

/** Two that wrote the list at once would lose a note of it. */
function alone<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return transact(db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('alumni endings'))`.execute(db)
    return work(db)
  })
}

async function notesAt({ endings }: Target): Promise<string[]> {
  return [...(await namesIn(endings))].filter((key) => noteKey.safeParse(key).success).toSorted()
}

async function isComplete(config: Config, target: Target, { written, notes }: NoteList): Promise<boolean> {
  const there = new Set(await notesAt(target))
  return written >= (await leastWritten(config, target)) && notes.every(({ key }) => there.has(key))
}

/** The number of notes written before the latest of the backups that are there. */
async function leastWritten(config: Config, target: Target): Promise<number> {
  return Math.max(0, ...(await wholeBackups(config, target)).map(({ endings = 0 }) => endings))
}

async function writeList(config: Config, target: Target, { written, notes }: NoteList): Promise<void> {
  const content = { secret: fingerprint(config, 'secret'), written, notes }
  await writeText(target.endings, listKey, signed(config, content))
}

/** Undefined: there is none. Throws a `BackupProblem` where it was altered. */
async function readList(config: Config, target: Target, isForeignAccepted = false): Promise<NoteList | undefined> {
  const content = await target.endings.read(listKey).then(text, ignoreMissing)
  const name = 'The list of who was deleted or erased'
  return content === undefined ? undefined : openSigned(config, noteList, { text: content, name, isForeignAccepted })
}

/** `sha256`: of what the list names; not given where no list does. */
async function readNote(
  config: Config,
  target: Target,
  key: string,
  given: { isForeignAccepted?: boolean; sha256?: string | undefined } = {},
) {
  const name = `The note endings/${key} of who was deleted or erased`
  const content = await target.endings.read(key).then(text, ignoreMissing)
  if (content === undefined) throw new BackupProblem(`${name} is missing.`)
  if (given.sha256 && given.sha256 !== digestOf(content)) throw new BackupProblem(`${name} is another one.`)
  return openSigned(config, note, { text: content, name, isForeignAccepted: given.isForeignAccepted ?? false })
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error
}

function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof BackupProblem)) throw error
}
