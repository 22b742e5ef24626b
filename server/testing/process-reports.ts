import type { Db } from '../src/foundations/database/db.ts'

type Report = {
  program?: 'server' | 'worker'
  release?: string
  reported_at?: string
  clock_ahead_ms?: number
  queue?: object | null
  figures?: object | null
}

/** `report` may set another time than now. */
export async function addProcessReport(db: Db, { queue, figures, ...report }: Report = {}): Promise<void> {
  await db
    .insertInto('process_reports')
    .values({
      id: crypto.randomUUID(),
      program: 'server',
      host: 'kestrel',
      pid: 7,
      release: 'v1.0.0',
      started_at: '2026-11-20T08:00:00Z',
      memory_bytes: 123_456_789,
      clock_ahead_ms: 0,
      queue: queue ? JSON.stringify(queue) : null,
      figures: JSON.stringify(figures ?? {}),
      ...report,
    })
    .execute()
}
