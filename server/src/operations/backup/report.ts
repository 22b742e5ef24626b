import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export type Report = Awaited<ReturnType<typeof reportBackup>>
type Phase = 'database' | 'files' | 'finishing'
const everyMs = 2000

/** Writes to the backups table how far this one is. Call it with the lock in hand: no other one runs. */
export async function reportBackup(
  db: Db,
  { id, target, askedBy }: { id: string; target: string; askedBy: number | null },
) {
  await db.update(
    'backups',
    { state: 'running' },
    { state: 'failed', finished_at: sql`now()`, failure: 'The backup was cut off: its process ended.' },
  )
  await db.insert('backups', { id, target, state: 'running', asked_by_id: askedBy })
  let phase: Phase = 'database'
  let done = 0
  let writing = Promise.resolve()
  const write = () => {
    writing = writing
      .then(async () => void (await db.update('backups', { id }, { phase, done })))
      .catch(() => undefined) // only what people are shown
  }
  const timer = setInterval(write, everyMs)
  const end = async () => {
    clearInterval(timer)
    await writing
  }
  return {
    begin(next: Phase) {
      phase = next
      write()
    },
    add(bytes: number) {
      done += bytes
    },
    async succeed({ database, files, newBytes }: { database: number; files: number; newBytes: number }) {
      await end()
      await db
        .updateTable('backups')
        .set({ state: 'whole', finished_at: sql`now()`, done, total: done, files })
        .set({ database_bytes: database, file_bytes: newBytes })
        .where('id', '=', id)
        .execute()
    },
    async fail(failure: string) {
      await end()
      await db.update('backups', { id }, { state: 'failed', finished_at: sql`now()`, failure }).catch(() => undefined) // the database may be what failed; the next backup sees to this row
    },
  }
}
