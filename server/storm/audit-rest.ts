import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { PeopleIndex } from '../src/alumni/people-index/index.ts'
import { naiveStatistics } from '../src/alumni/statistics/testing/naive-statistics.ts'
import { readStatistics } from '../src/alumni/statistics/read-statistics.ts'
import { utcToday } from '../src/foundations/days.ts'
import type { Db } from '../src/foundations/database/db.ts'

/** Returns a sentence for everything that still waits or is locked after `timeoutMs`. */
export async function unsettled(db: Db, timeoutMs: number): Promise<string[]> {
  let left: string[] = []
  const started = performance.now()
  do {
    left = await waiting(db)
    if (left.length === 0) return []
    await pause(500)
  } while (performance.now() - started < timeoutMs)
  return left
}

async function waiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'jobs wait in the outbox' as what, count(*)::int as count from job_outbox
    union all select 'jobs “' || name || '” wait or run' || coalesce(': ' || max(fail_reason), ''), count(*)::int
      from agenda_jobs where repeat_interval is null group by name
    union all select 'locks are older than their limit', count(*)::int from agenda_jobs
      where locked_at < now() - interval '15 seconds'
    union all select 'repeated job “' || name || '” is late, of ' || next_run_at || coalesce(', locked ' || locked_at, '')
        || coalesce(', failed: ' || fail_reason, ''), 1 from agenda_jobs
      where repeat_interval is not null and next_run_at < now() - interval '15 seconds'
    union all select 'letters have neither left nor been given up', count(*)::int from letters
      where sent_at is null and given_up_at is null
    union all select 'letters to lists have no end', count(*)::int from list_letters where status in ('leaving', 'sending')
    union all select 'imports have no end', count(*)::int from contact_import_batches
      where status not in ('review', 'completed', 'failed', 'cancelled')`.execute(db)
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `queue: ${count} ${what}`)
}

export async function wrongStatistics(db: Db): Promise<string[]> {
  const today = utcToday()
  const naive = JSON.stringify(sorted(await naiveStatistics(db, {}, '07-01', today)))
  const index = new PeopleIndex({ databaseUrl: db.entities.config.get('clientUrl')! }, (error) => {
    throw error
  })
  try {
    await index.catchUp()
    const { refreshed_at: _, ...page } = await readStatistics({ db, index, fiscalYearStart: '07-01' }, {})
    const read = JSON.stringify(sorted(page))
    return read === naive ? [] : [`statistics: ${read.slice(0, 200)} is not ${naive.slice(0, 200)}`]
  } finally {
    await index.close()
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}
