import type pg from 'pg'
import { readChanges, readPosition, type Position } from './change-log.ts'
import { queryRows } from './database.ts'
import { readEveryone, type IndexData } from './read-everyone.ts'
import { selectByBuids, tables, type Table } from './tables.ts'

type Snapshot = { everyone: IndexData; position: Position; readAt: number }

export class NotLoadedError extends Error {
  readonly code = 'NOT_LOADED'
}

const peoplePerBatch = 2000
/** The change log covers one day; half of that leaves a margin. */
const maxAgeMs = 12 * 3600_000

/** Updates the index from the change log. After a gap in the log, drops the index until `load` reads everyone again. */
export class FreshPeople {
  readonly #pool: pg.Pool
  readonly #zone: string
  #loaded: Snapshot | undefined
  #loading: Promise<void> | undefined
  #running: Promise<IndexData> | undefined
  #next: Promise<IndexData> | undefined
  readonly #closing = new AbortController()

  constructor(pool: pg.Pool, zone: string) {
    this.#pool = pool
    this.#zone = zone
  }

  load(): Promise<void> {
    if (this.#loaded) return Promise.resolve()
    this.#loading ??= this.#readAll().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #readAll(): Promise<void> {
    const readAt = performance.now()
    const position = await readPosition(this.#pool)
    const everyone = await readEveryone(this.#pool, this.#zone, this.#closing.signal)
    this.#loaded = { everyone, position, readAt }
  }

  /** Returns the index with everything committed before the call. Throws `NotLoadedError` if `load` must run first. */
  getCurrent(): Promise<IndexData> {
    // A running update may miss the latest commits, so concurrent callers share the next update.
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#running = this.#update().finally(() => (this.#running = undefined))
        return this.#running
      })
    return this.#next
  }

  async #update(): Promise<IndexData> {
    const snapshot = this.#loaded
    if (!snapshot) throw new NotLoadedError()
    const readAt = performance.now()
    const { position, isAll, buids } = await readChanges(this.#pool, snapshot.position)
    if (isAll || readAt - snapshot.readAt > maxAgeMs) {
      this.#loaded = undefined
      throw new NotLoadedError()
    }
    for (const table of tables) await this.#reread(snapshot.everyone, table, buids.get(table.name) ?? [])
    snapshot.everyone.suggestions.mergeMoved()
    Object.assign(snapshot, { position, readAt })
    return snapshot.everyone
  }

  async #reread({ people }: IndexData, table: Table, buids: string[]): Promise<void> {
    for (let from = 0; from < buids.length; from += peoplePerBatch) {
      this.#closing.signal.throwIfAborted()
      const batch = buids.slice(from, from + peoplePerBatch)
      const rows = await queryRows(this.#pool, table.name, selectByBuids(table, this.#zone), [batch])
      const byBuid = Map.groupBy(rows, ([buid]) => buid!)
      for (const buid of batch) {
        people.notifyBeforeChange(buid)
        table.apply(people, buid, byBuid.get(buid) ?? [])
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled([this.#next, this.#running, this.#loading])
  }
}
