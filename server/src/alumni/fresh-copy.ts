import { sql } from 'kysely'
import type { EntityManager, Orm } from '../database/orm.ts'
import { prepared } from '../database/prepared.ts'

/** What a server holds in memory of everyone on file, and how it is read. */
export type Reading<Held> = {
  /** The tables that it is read from. */
  tables: readonly string[]
  /** Stops with an error when `signal` says so. */
  readAll(em: EntityManager, signal: AbortSignal): Promise<Held>
  /** Puts those with these BUIDs in place of what was held of them; some may not be on file any more. */
  reread(em: EntityManager, held: Held, buids: string[]): Promise<void>
  /** How many are held, and how many former states of theirs beside them. */
  slots(held: Held): { size: number; dead: number }
}

/** What the moment includes is PostgreSQL's `snapshot`. */
type Loaded<Held> = { held: Held; snapshot: string; caughtUp: number }

const peoplePerStep = 2000
/** Notes of changes are kept for a day; who has not looked for half of one begins anew. */
const longestGapMs = 12 * 3600_000
/** So many former states are no reason to read everyone anew; from there on, that they outweigh the present ones is. */
const fewDead = 5000

/**
 * A copy of what is on file, in memory. It is read once; from then on every use first asks for the changes that were
 * committed since, so that it finds what anyone has written before it began, here or elsewhere.
 */
export class FreshCopy<Held> {
  readonly #orm: Orm
  readonly #reading: Reading<Held>
  #loaded: Promise<Loaded<Held>> | undefined
  #running: Promise<Held> | undefined
  #next: Promise<Held> | undefined
  #renewing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isRead = false
  readonly #closing = new AbortController()

  constructor(orm: Orm, reading: Reading<Held>) {
    this.#orm = orm
    this.#reading = reading
  }

  /** Whether `now` only has to read what has changed: not so some time after the start, with a million people up to a minute. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Everyone as they are on file now, or later. */
  now(): Promise<Held> {
    // A look that has begun may miss what was written a moment ago; who comes now shares the one after it.
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#running = this.#catchUp().finally(() => (this.#running = undefined))
        return this.#running
      })
    return this.#next
  }

  /** Keeps up without being asked, so that a search after a quiet hour has little to read. Resolves after the first look. */
  async keepUp(everyMs: number, onError: (error: unknown) => void): Promise<void> {
    const { signal } = this.#closing
    if (signal.aborted) return
    const keepUp = async () => void (await this.now().catch((error: unknown) => signal.aborted || onError(error)))
    this.#timer = setInterval(() => void keepUp(), everyMs).unref()
    await keepUp()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await Promise.allSettled([this.#next, this.#running, this.#loaded, this.#renewing])
  }

  async #catchUp(): Promise<Held> {
    const loaded = await this.#load()
    const em = this.#orm.em.fork()
    const { snapshot, buids } = await changesSince(em, loaded.snapshot, this.#reading.tables)
    if (buids === 'all' || Date.now() - loaded.caughtUp > longestGapMs) {
      this.#loaded = undefined
      this.#isRead = false
      return this.#catchUp()
    }
    for (let at = 0; at < buids.length; at += peoplePerStep)
      await this.#reading.reread(em, loaded.held, buids.slice(at, at + peoplePerStep))
    Object.assign(loaded, { snapshot, caughtUp: Date.now() })
    this.#isRead = true
    const { size, dead } = this.#reading.slots(loaded.held)
    if (dead > Math.max(size, fewDead)) this.#renew()
    return loaded.held
  }

  /** Reads everyone anew beside those who use the copy, who go on with what there is. */
  #renew(): void {
    if (this.#renewing) return
    this.#renewing = this.#readAll()
      .then((loaded) => void (this.#loaded = Promise.resolve(loaded)))
      .catch(() => undefined)
      .finally(() => (this.#renewing = undefined))
  }

  /** Several may wait for the same reading; a failed one is tried again by the next. */
  #load(): Promise<Loaded<Held>> {
    this.#loaded ??= this.#readAll().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  async #readAll(): Promise<Loaded<Held>> {
    const em = this.#orm.em.fork()
    const { snapshot } = await changesSince(em, null, this.#reading.tables)
    return { held: await this.#reading.readAll(em, this.#closing.signal), snapshot, caughtUp: Date.now() }
  }
}

/** What every server has read long ago. */
export async function forgetOldChanges(em: EntityManager): Promise<void> {
  await sql`delete from alumni_changes where at < now() - interval '1 day'`.execute(em.getKysely())
}

const changes = `
  select pg_current_snapshot()::text as snapshot, (
    select array_agg(distinct buid) from alumni_changes change left join lateral unnest(change.buids) buid on true
    where change.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
      and (change.source is null or change.source = any ($2))
  ) as buids`

/** Whose records in `tables` were written by transactions that `snapshot` does not include, and the snapshot that does. */
async function changesSince(
  em: EntityManager,
  snapshot: string | null,
  tables: readonly string[],
): Promise<{ snapshot: string; buids: string[] | 'all' }> {
  const [row] = await prepared<{ snapshot: string; buids: (string | null)[] | null }>(em, changes, [snapshot, tables])
  const { buids, ...rest } = row!
  return { ...rest, buids: buids?.includes(null) ? 'all' : ((buids ?? []) as string[]) }
}
