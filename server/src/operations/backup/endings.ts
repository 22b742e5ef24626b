import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { anyTime } from './copy-files.ts'
import { fingerprint, openSigned, signed } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { writeText, type Target } from './target.ts'

const ending = z.strictObject({
  signup: z.uuid(),
  what: z.enum(['deleted', 'restored', 'forgotten']),
  at: z.iso.datetime(),
})
export type Ending = z.infer<typeof ending>
const endingsFile = z.strictObject({ secret: z.string(), endings: z.array(ending).max(1000) })
const atOnce = 1000

/** Tells the target of backups who was deleted, restored or erased since it was told last. */
export async function noteEndings(config: Config, db: Db, target: Target): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('signup_endings')
      .select(['id', 'signup', 'what', utc('at').as('at')])
      .where('noted_at', 'is', null)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return
    const name = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${String(rows[0]!.id).padStart(12, '0')}-${randomBytes(3).toString('hex')}`
    const endings = rows.map(({ id: _, ...row }) => row)
    await writeText(target.endings, name, signed(config, { secret: fingerprint(config, 'secret'), endings }))
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
}

/** All that the target was told, in the order in which it happened. Throws a `BackupProblem` for one that was altered. */
export async function readEndings(config: Config, target: Target, isForeignAccepted: boolean): Promise<Ending[]> {
  const endings: Ending[] = []
  for (const key of await notesAt(target))
    endings.push(...(await readNote(config, target, key, isForeignAccepted)).endings)
  return endings.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What was signed with SESSION_SECRET_PREVIOUS is signed with the secret in force; what is not ours stays as it is. */
export async function signEndingsAnew(config: Config, target: Target): Promise<void> {
  const secret = fingerprint(config, 'secret')
  for (const key of await notesAt(target)) {
    const note = await readNote(config, target, key).catch((error: unknown) => {
      if (!(error instanceof BackupProblem)) throw error
    })
    if (note && note.secret !== secret) await writeText(target.endings, key, signed(config, { ...note, secret }))
  }
}

async function notesAt(target: Target): Promise<string[]> {
  return (await Array.fromAsync(target.endings.list(anyTime))).toSorted()
}

async function readNote(config: Config, target: Target, key: string, isForeignAccepted = false) {
  const content = await text(await target.endings.read(key))
  return openSigned(config, endingsFile, {
    text: content,
    name: `The note ${key} of who was erased`,
    isForeignAccepted,
  })
}
