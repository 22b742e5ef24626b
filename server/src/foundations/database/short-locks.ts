import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { sqlState } from './connection-loss.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { withClient } from './with-client.ts'

export type WaitListener = (message: string) => void

export type RunStep = (name: string, work: () => Promise<unknown>) => Promise<void>

type Attempt = { ownerUrl: string; applicationName: string; name: string; onWait: WaitListener; timeoutMs?: number }

class TableInUse extends UnusableDatabase {}

/** Retries `work`, which must set a short `lock_timeout`, because other statements queue behind lock requests. */
export async function withShortLocks(work: () => Promise<unknown>, attempt: Attempt): Promise<void> {
  const { name, onWait, timeoutMs = 5 * 60_000 } = attempt
  const start = performance.now()
  for (let tries = 1; ; tries++) {
    const watcher = tries > 1 ? new AbortController() : undefined
    const blockers = watcher ? describeBlockers(attempt, watcher.signal) : undefined
    try {
      await work()
      return
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error
      const blockerNames = (await blockers) ?? []
      const message = `${name} waits for a table that ${blockerNames.length > 0 ? blockerNames.join(' and ') : 'another transaction'} uses.`
      if (performance.now() - start > timeoutMs) throw new TableInUse(`${message} The next start tries again.`)
      if (tries === 2) onWait(message)
      await pause(Math.min(tries, 5) * 200)
    } finally {
      watcher?.abort()
    }
  }
}

export async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const lockNotAvailable = '55P03'

async function describeBlockers({ ownerUrl, applicationName }: Attempt, signal: AbortSignal): Promise<string[]> {
  const poll = async (client: pg.Client) => {
    for (; !signal.aborted; await pause(100)) {
      const { rows } = await client.query<{ pid: number; name: string; login: string }>(blockersQuery, [
        applicationName,
      ])
      if (rows.length > 0)
        return rows.map(({ pid, name, login }) => `${name || 'a program'} of ${login} (process ${pid})`)
    }
    return []
  }
  return withClient(ownerUrl, poll).catch(() => [])
}

const blockersQuery = `
select distinct blocker.pid, blocker.application_name as name, blocker.usename as login
from pg_stat_activity waiting
cross join lateral unnest(pg_blocking_pids(waiting.pid)) as by (pid)
join pg_stat_activity blocker on blocker.pid = by.pid
where waiting.application_name = $1 and waiting.datname = current_database()`
