import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export type Report = Awaited<ReturnType<typeof startReport>>
type Phase = 'database' | 'files' | 'finishing'
const intervalMs = 2000

/** The caller must hold the backup lock, because this marks all running backups as failed. */
export async function startReport(
  db: Db,
  { id, target, askedBy }: { id: string; target: string; askedBy: number | null },
) {
  await failInterruptedBackups(db)
  await db.insert('backups', { id, target, state: 'running', asked_by_id: askedBy })
  let phase: Phase = 'database'
  let doneBytes = 0
  let writing = Promise.resolve()
  const write = () => {
    writing = writing
      .then(async () => void (await db.update('backups', { id }, { phase, done: doneBytes })))
      .catch(() => undefined)
  }
  const timer = setInterval(write, intervalMs)
  const stop = async () => {
    clearInterval(timer)
    await writing
  }
  return {
    startPhase(next: Phase) {
      phase = next
      write()
    },
    add(bytes: number) {
      doneBytes += bytes
    },
    async succeed({ database, files, newBytes }: { database: number; files: number; newBytes: number }) {
      await stop()
      const sizes = { done: doneBytes, total: doneBytes, files, database_bytes: database, file_bytes: newBytes }
      await db.update('backups', { id }, { state: 'whole', finished_at: sql`now()`, ...sizes })
    },
    async fail(failure: string) {
      await stop()
      await db.update('backups', { id }, { state: 'failed', finished_at: sql`now()`, failure }).catch(() => undefined)
    },
  }
}

/** Marks all running backups as failed. The caller must know that none of them can still run. */
export async function failInterruptedBackups(db: Db): Promise<void> {
  const failure = 'The backup was cut off: its process ended.'
  await db.update('backups', { state: 'running' }, { state: 'failed', finished_at: sql`now()`, failure })
}
