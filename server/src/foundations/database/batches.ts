import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction, type RunStep } from './short-locks.ts'

/**
 * Marks a deferred migration with one statement that runs in batches. The statement changes the next rows after the
 * cursor `$1` (text, initially null) and returns one row with the next cursor, or null at the end.
 */
export const batchMarker = /^-- in batches\n/

type Change = { name: string; text: string }
type BatchOptions = {
  runStep: RunStep
  isStopping?: AbortSignal | undefined
  onProgress?: ((message: string) => void) | undefined
}

/** Returns whether all rows were changed. Each batch commits its cursor, so that another process can resume. */
export async function changeInBatches(
  client: pg.Client,
  change: Change,
  { runStep, isStopping, onProgress }: BatchOptions,
): Promise<boolean> {
  let state: BatchState = { hasEnded: false }
  for (let reportedAt = performance.now(); !isStopping?.aborted;) {
    const start = performance.now()
    await runStep(change.name, async () => {
      state = await inTransaction(client, () => changeNextRows(client, change))
    })
    if (state.hasEnded) return true
    if (performance.now() - reportedAt > 5000) {
      reportedAt = performance.now()
      onProgress?.(`${change.name} has come to ${state.cursor}.`)
    }
    // Pauses for as long as the batch took, so that users can use the database meanwhile.
    await pause(performance.now() - start, undefined, { signal: isStopping }).catch(() => undefined)
  }
  return false
}

type BatchState = { hasEnded: true } | { hasEnded: false; cursor?: string }

async function changeNextRows(client: pg.Client, { name, text }: Change): Promise<BatchState> {
  await client.query('insert into schema_cursors (name) values ($1) on conflict do nothing', [name])
  const locked = 'select cursor from schema_cursors where name = $1 for update'
  const { rows: cursors } = await client.query<{ cursor: string | null }>(locked, [name])
  // Another process may have completed the change while this one waited for the lock.
  const { rowCount: hasEnded } = await client.query('select from schema_migrations where name = $1', [name])
  if (hasEnded) return { hasEnded: true }
  const { rows } = await client.query<unknown[]>({ text, values: [cursors[0]!.cursor], rowMode: 'array' })
  const next = rows[0]?.[0] ?? null
  if (next === null) {
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    return { hasEnded: true }
  }
  const cursor = String(next)
  await client.query('update schema_cursors set cursor = $2 where name = $1', [name, cursor])
  return { hasEnded: false, cursor }
}
