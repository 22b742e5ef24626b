import { sql } from 'kysely'
import type { EntityManager, Orm } from '../../database/orm.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { readAllEngagements } from './read-engagements.ts'
import { readPeople, readPeopleAfter } from './read-people.ts'

/** Everyone on file as of one moment. What the moment includes is PostgreSQL's `snapshot`. */
type Loaded = { people: People; byName: NameOrder; snapshot: string; caughtUp: number }

const peoplePerStep = 2000
/** Notes of changes are kept for a day; who has not looked for half of one begins anew. */
const longestGapMs = 12 * 3600_000
const betweenClearings = 3600_000

/**
 * The people that the search runs through, in memory. They are read once; from then on every search first asks for the
 * changes that were committed since, so that it finds what anyone has written before it began, here or elsewhere.
 */
export class FreshPeople {
  readonly #orm: Orm
  #loaded: Promise<Loaded> | undefined
  #running: Promise<Loaded> | undefined
  #next: Promise<Loaded> | undefined
  #clearing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isRead = false

  constructor(orm: Orm) {
    this.#orm = orm
  }

  /** Whether `now` only has to read what has changed: not so some time after the start, with a million people up to a minute. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Everyone as they are on file now, or later. */
  now(): Promise<Loaded> {
    // A look that has begun may miss what was written a moment ago; who comes now shares the one after it.
    this.#next ??= (this.#running ?? Promise.resolve()).catch(() => undefined).then(() => {
      this.#next = undefined
      this.#running = this.#catchUp().finally(() => (this.#running = undefined))
      return this.#running
    })
    return this.#next
  }

  /** Keeps up without being asked, so that a search after a quiet hour has little to read. */
  keepUp(everyMs: number, onError: (error: unknown) => void): void {
    let cleared = 0
    const look = async () => {
      await this.now()
      if (Date.now() - cleared < betweenClearings) return
      cleared = Date.now()
      await forgetOldChanges(this.#orm.em.fork())
    }
    const keepUp = () => void look().catch(onError)
    keepUp()
    this.#timer = setInterval(keepUp, everyMs).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.allSettled([this.#next, this.#running, this.#loaded, this.#clearing])
  }

  async #catchUp(): Promise<Loaded> {
    const loaded = await this.#load()
    const em = this.#orm.em.fork()
    const { snapshot, buids } = await changesSince(em, loaded.snapshot)
    if (buids === 'all' || Date.now() - loaded.caughtUp > longestGapMs) {
      this.#loaded = undefined
      this.#isRead = false
      return this.#catchUp()
    }
    for (let at = 0; at < buids.length; at += peoplePerStep) await reread(em, loaded.people, buids.slice(at, at + peoplePerStep))
    Object.assign(loaded, { snapshot, caughtUp: Date.now() })
    this.#isRead = true
    if (loaded.people.dead > Math.max(loaded.people.size, 5000)) this.#clearAway()
    return loaded
  }

  /** Former states outweigh the present ones: reads everyone anew beside the searches, which go on with what there is. */
  #clearAway(): void {
    if (this.#clearing) return
    this.#clearing = readEveryone(this.#orm.em.fork())
      .then((loaded) => void (this.#loaded = Promise.resolve(loaded)))
      .catch(() => undefined)
      .finally(() => (this.#clearing = undefined))
  }

  /** Several may wait for the same reading; a failed one is tried again by the next. */
  #load(): Promise<Loaded> {
    this.#loaded ??= readEveryone(this.#orm.em.fork()).catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }
}

async function readEveryone(em: EntityManager): Promise<Loaded> {
  const { snapshot } = await changesSince(em, null)
  const [people, byName] = [new People(), new NameOrder()]
  for (let last = 0; ; ) {
    const step = await readPeopleAfter(em, last, peoplePerStep)
    if (step.length === 0) break
    for (const person of step) people.add(person)
    byName.include(people)
    last = step.at(-1)!.id
  }
  await readAllEngagements(em, people)
  return { people, byName, snapshot, caughtUp: Date.now() }
}

async function reread(em: EntityManager, people: People, buids: string[]): Promise<void> {
  const present = await readPeople(em, buids)
  for (const buid of buids) {
    const slot = people.slotOf(buid)
    if (slot !== undefined) people.remove(slot)
  }
  for (const person of present) people.add(person)
}

/** What every server has read long ago. */
export async function forgetOldChanges(em: EntityManager): Promise<void> {
  await sql`delete from alumni_changes where at < now() - interval '1 day'`.execute(em.getKysely())
}

/** Whose records were written by transactions that `snapshot` does not include, and the snapshot that does. */
async function changesSince(em: EntityManager, snapshot: string | null): Promise<{ snapshot: string; buids: string[] | 'all' }> {
  const { rows } = await sql<{ snapshot: string; buids: (string | null)[] | null }>`
    select pg_current_snapshot()::text as snapshot, (
      select array_agg(distinct buid) from alumni_changes change left join lateral unnest(change.buids) buid on true
      where change.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(change.xid, ${snapshot}::pg_snapshot)
    ) as buids
  `.execute(em.getKysely())
  const { buids, ...row } = rows[0]!
  return { ...row, buids: buids?.includes(null) ? 'all' : ((buids ?? []) as string[]) }
}
