import type pg from 'pg'
import { changesSince, ageOfImage, rememberImage } from './change-log.ts'
import { rowsOf } from './database.ts'
import type { Image } from './image.ts'
import { readEveryone, type Everyone } from './read-everyone.ts'
import { selectThese, tables, type Table } from './tables.ts'

/** The people as of PostgreSQL's `snapshot`. */
type Loaded = {
  everyone: Everyone
  snapshot: string
  /** Undefined when it came from an image, whose entry in the change log proves as much. */
  incarnation: string | undefined
  caughtUp: number
  isChanged: boolean
  imageWritten: number
}

const peoplePerStep = 2000
/** The change log covers a day; an index not refreshed for half of one begins anew. */
const longestGapMs = 12 * 3600_000
const oldImageMs = 3600_000

/**
 * Everyone on file, in memory. They are read once; from then on every use first asks for the changes that were
 * committed since, so that it finds what anyone has written before it began, here or elsewhere.
 */
export class FreshPeople {
  readonly #pool: pg.Pool
  readonly #zone: string
  readonly #image: Image | undefined
  #loaded: Promise<Loaded> | undefined
  #running: Promise<Everyone> | undefined
  #next: Promise<Everyone> | undefined
  #saving: Promise<void> | undefined
  #isRead = false
  #lastChanges = ''
  /** The last look read what the one before it had read, so that every search waits for it. */
  isReadingAgain = false
  readonly #closing = new AbortController()

  /** The day of a letter is that of `zone`. */
  constructor(pool: pg.Pool, zone: string, image?: Image) {
    this.#pool = pool
    this.#zone = zone
    this.#image = image
  }

  /** Everyone as they are on file now, or later. */
  now(): Promise<Everyone> {
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

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled([this.#next, this.#running, this.#loaded, this.#saving])
    if (this.#isRead) await this.saveImage()
  }

  async #catchUp(): Promise<Everyone> {
    const changes = await this.#readChanges()
    this.isReadingAgain = changes !== '' && changes === this.#lastChanges
    this.#lastChanges = changes
    return (await this.#load()).everyone
  }

  /** Answers whose records of which tables it read; nothing if there was nothing to read. */
  async #readChanges(): Promise<string> {
    const loaded = await this.#load()
    const { snapshot, incarnation, isAll, buids } = await changesSince(this.#pool, loaded.snapshot)
    const isOther = loaded.incarnation !== undefined && loaded.incarnation !== incarnation
    if (isAll || isOther || performance.now() - loaded.caughtUp > longestGapMs) {
      this.#loaded = undefined
      this.#isRead = false
      await this.#readChanges()
      return 'everyone'
    }
    for (const table of tables) await this.#reread(loaded.everyone, table, buids.get(table.name) ?? [])
    loaded.everyone.suggestions.sortIn()
    loaded.isChanged ||= buids.size > 0
    Object.assign(loaded, { snapshot, incarnation, caughtUp: performance.now() })
    return buids.size > 0 ? JSON.stringify([...buids]) : ''
  }

  async #reread({ people }: Everyone, table: Table, buids: string[]): Promise<void> {
    for (let from = 0; from < buids.length; from += peoplePerStep) {
      this.#closing.signal.throwIfAborted()
      const step = buids.slice(from, from + peoplePerStep)
      const rows = await rowsOf(this.#pool, table.name, selectThese(table, this.#zone), [step])
      const byBuid = Map.groupBy(rows, ([buid]) => buid!)
      for (const buid of step) {
        people.changing(buid)
        table.apply(people, buid, byBuid.get(buid) ?? [])
      }
    }
  }

  /** Several may wait for the same reading; a failed one is tried again by the next. */
  #load(): Promise<Loaded> {
    this.#loaded ??= this.#readAll().then(
      (loaded) => {
        this.#isRead = true
        return loaded
      },
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /**
   * Writes an image of what there is now, for the next start, unless the last one is new and nothing has changed since.
   */
  saveImage(): Promise<void> {
    return (this.#saving ??= this.#writeImage().finally(() => (this.#saving = undefined)))
  }

  async #writeImage(): Promise<void> {
    const loaded = await this.#load()
    if (!loaded.isChanged && performance.now() - loaded.imageWritten < oldImageMs) return
    const { everyone, snapshot, incarnation } = loaded
    if (incarnation === undefined) return
    loaded.isChanged = false
    await this.#image?.write(everyone, snapshot, (token) => rememberImage(this.#pool, token, incarnation))
    loaded.imageWritten = performance.now()
  }

  async #readAll(): Promise<Loaded> {
    const stored = await this.#image?.read((token) => ageOfImage(this.#pool, token))
    if (stored) {
      const { everyone, snapshot, ageMs } = stored
      const caughtUp = performance.now()
      return { everyone, snapshot, incarnation: undefined, caughtUp, isChanged: false, imageWritten: caughtUp - ageMs }
    }
    const { snapshot, incarnation } = await changesSince(this.#pool, null)
    return {
      everyone: await readEveryone(this.#pool, this.#zone, this.#closing.signal),
      snapshot,
      incarnation,
      caughtUp: performance.now(),
      isChanged: true,
      imageWritten: -Infinity,
    }
  }
}
