import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { NameOrder } from '../columns/name-order.ts'
import { People } from '../columns/people.ts'
import type { Everyone } from './read-everyone.ts'
import { Suggestions } from '../suggestions/suggestions.ts'

/** Goes up whenever what an image holds changes its form or its meaning: older images are then not read. */
const format = 7
const digestBytes = 32
/** No process writes an image for so long. */
const abandonedMinutes = 10

/** Which entry of the change log was written with the image, and the snapshot of what it includes. */
export type Origin = { token: string; snapshot: string }
type Header = Origin & { format: string; length: number; texts: Record<string, string[]> }

/** The people of an image, as of `snapshot`, and its age. */
type Stored = { everyone: Everyone; snapshot: string; ageMs: number }

/**
 * An image of the index on disk, so that a start needs to read only what changed since. It holds personal data as the
 * database does: it lies in a folder of its own, both for their owner only. A file is complete or not there, and each
 * part's digest is checked.
 */
export class Image {
  readonly #path: string
  readonly #format: string

  /** An image with days of another zone is not read either. */
  constructor(folder: string, zone: string) {
    this.#path = join(folder, 'search-index.image')
    this.#format = `${format} ${zone}`
  }

  /**
   * Writes an image; `remember` receives its token when all of it is on the disk, and before it can be read. The image
   * before remains where that returns false.
   */
  async write(everyone: Everyone, snapshot: string, remember: (token: string) => Promise<boolean>): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    await this.#sweep()
    // Several servers of one machine may write at once, and be killed at it: each into a file of its own.
    const token = randomUUID()
    const path = `${this.#path}.${token}.new`
    const file = await open(path, 'wx', 0o600)
    try {
      // Without a pause, so that the columns do not change meanwhile.
      writeAll(file.fd, everyone, { format: this.#format, token, snapshot })
      await file.sync()
      if (await remember(token)) await rename(path, this.#path)
      else await rm(path)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  /** Returns the image; undefined if there is no whole one or `ageOf` returns undefined. */
  async read(ageOf: (token: string) => Promise<number | undefined>): Promise<Stored | undefined> {
    let fd: number
    try {
      fd = openSync(this.#path, 'r')
    } catch {
      return undefined
    }
    try {
      const header = readPart(fd) as Header
      const ageMs = header.format === this.#format ? await ageOf(header.token) : undefined
      if (ageMs === undefined) return undefined
      return { everyone: readAll(fd, header), snapshot: header.snapshot, ageMs }
    } catch {
      // Whatever is wrong with it: everyone can be read without it.
      return undefined
    } finally {
      closeSync(fd)
    }
  }

  /** Takes away what was written by a process that died at it. */
  async #sweep(): Promise<void> {
    const folder = dirname(this.#path)
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (!name.endsWith('.new') || !path.startsWith(`${this.#path}.`)) continue
      const written = await stat(path).catch(() => undefined)
      if (written && differenceInMinutes(new Date(), written.mtimeMs) >= abandonedMinutes)
        await rm(path, { force: true })
    }
  }

  async delete(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}

function writeAll(
  fd: number,
  { people, byName, suggestions }: Everyone,
  origin: Origin & Pick<Header, 'format'>,
): void {
  const dictionaries = Object.entries(people.dictionaries)
  const texts = Object.fromEntries(dictionaries.map(([name, { texts }]) => [name, texts.slice(1)]))
  writePart(fd, { ...origin, length: people.length, texts } satisfies Header)
  suggestions.sortIn(0)
  for (const order of [people.dictionaries.names.inOrder(), byName.everyone(), suggestions.sorted]) writePart(fd, order)
  for (const column of Object.values(people.columns()))
    for (const values of column.saved(people.length)) writePart(fd, values)
}

function readAll(fd: number, header: Header): Everyone {
  const people = new People()
  for (const [name, dictionary] of Object.entries(people.dictionaries)) dictionary.restore(header.texts[name]!)
  const next = () => readPart(fd) as Int32Array<ArrayBuffer>
  const [names, byName, forTypeahead] = [next(), next(), next()]
  for (const column of Object.values(people.columns())) column.restore(column.saved(0).map(next))
  people.restored(header.length)
  people.dictionaries.names.restoreOrder(names)
  return { people, byName: new NameOrder(people, byName), suggestions: new Suggestions(people, forTypeahead) }
}

/**
 * Writes a part behind its length and its digest. Parts are read one by one, so that memory never has all of the file.
 */
function writePart(fd: number, part: unknown): void {
  const bytes = serialize(part)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  for (const each of [length, digestOf(bytes), bytes]) writeFileSync(fd, each)
}

function readPart(fd: number): unknown {
  const length = readBytes(fd, 4).readUInt32LE()
  const digest = readBytes(fd, digestBytes)
  const bytes = readBytes(fd, length)
  if (!digest.equals(digestOf(bytes))) throw new Error('The image is damaged')
  return deserialize(bytes)
}

function readBytes(fd: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (readSync(fd, bytes) < length) throw new Error('The image ends too early')
  return bytes
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
