import { sql } from 'kysely'
import type { Logger } from 'pino'
import { transact, type Db } from '../../foundations/database/db.ts'
import { Outages } from '../../foundations/database/outages.ts'
import { utcDay } from '../../foundations/days.ts'

type Count = { requests: number; rows: number }

const writeEveryMs = 1_000

/**
 * Counts what is asked with each key, and writes the sums once a second: a row per request would make all callers of a
 * key wait for each other.
 */
export class ApiKeyUsage {
  readonly #db: Db
  readonly #outages: Outages<'usage'>
  readonly #timer: NodeJS.Timeout
  #counts = new Map<number, Count>()
  #written: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Pick<Logger, 'warn' | 'info'>) {
    this.#db = db
    this.#outages = new Outages({
      failed: (_, error) => log.warn({ err: error }, 'the usage of API keys could not be written'),
      mended: () => log.info('the usage of API keys is written again'),
    })
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref()
  }

  count(keyId: number, { requests = 0, rows = 0 }: Partial<Count>): void {
    const before = this.#counts.get(keyId) ?? { requests: 0, rows: 0 }
    this.#counts.set(keyId, { requests: before.requests + requests, rows: before.rows + rows })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }

  /** Resolves when all that was counted before is written; what cannot be written now remains for the next time. */
  write(): Promise<void> {
    this.#written = this.#written.then(() => this.#writeCounts())
    return this.#written
  }

  async #writeCounts(): Promise<void> {
    if (this.#counts.size === 0) return
    const counts = [...this.#counts].sort(([a], [b]) => a - b)
    this.#counts = new Map()
    try {
      await this.#save(counts)
      this.#outages.works('usage')
    } catch (error) {
      this.#outages.failed('usage', error)
      for (const [id, count] of counts) this.count(id, count)
    }
  }

  async #save(counts: [id: number, count: Count][]): Promise<void> {
    const column = (of: (entry: [id: number, count: Count]) => number) => sql`${counts.map(of)}::bigint[]`
    await transact(this.#db, async (db) => {
      await sql`
        insert into api_key_usage (api_key_id, day, requests, rows)
        select id, ${utcDay}, requests, rows from unnest(${column(([id]) => id)}, ${column(([, count]) => count.requests)}, ${column(([, count]) => count.rows)}) as c(id, requests, rows)
        on conflict (api_key_id, day) do update set requests = api_key_usage.requests + excluded.requests, rows = api_key_usage.rows + excluded.rows
      `.execute(db)
      const asked = counts.map(([id]) => id)
      await db.update('api_keys', { id: asked }, { last_used_at: sql`now()` })
    })
  }
}
