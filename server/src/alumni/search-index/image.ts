import { createHash, randomUUID, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync, writevSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Column } from './columns.ts'
import type { Everyone } from './everyone.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { Suggestions } from './suggestions.ts'

/** Goes up whenever what an image holds changes its form or its meaning: older images are then not read. */
const format = 2
const digestBytes = 32
/** Who died while writing leaves a file behind, which the next one may take after this time. */
const abandonedMs = 10 * 60_000

/** Which entry of the change log was written with the image, and the snapshot of what it includes. */
export type Origin = { token: string; snapshot: string; written: number }
type Header = Origin & { format: number; length: number; texts: Record<string, number>; arrays: number[] }

/** What an image holds, as of `snapshot`. */
type Kept = { everyone: Everyone; snapshot: string; imageWritten: number }

/**
 * An image of the index on disk, so that a start needs to read only what changed since. It holds personal data as the database does: it lies
 * in a folder of its own, both for their owner only. A file is complete or not there, and its digest is checked.
 */
export class Image {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, 'search-index.image')
  }

  /** Writes an image; `remember` is told its token when all of it is on the disk, and before it is there to be read. */
  async write(everyone: Everyone, snapshot: string, remember: (token: string) => Promise<void>): Promise<void> {
    const path = `${this.#path}.new`
    if (isAbandoned(path)) await rm(path, { force: true })
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600).catch(unlessTaken)
    if (!file) return
    try {
      const token = randomUUID()
      // At once, so that nobody changes the columns meanwhile.
      writeAll(file.fd, everyone, { token, snapshot, written: Date.now() })
      await file.sync()
      await remember(token)
      await rename(path, this.#path)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  /** What the image holds, if there is a whole one whose origin `isKnown`. */
  async read(isKnown: (origin: Origin) => Promise<boolean>): Promise<Kept | undefined> {
    let fd: number
    try {
      fd = openSync(this.#path, 'r')
    } catch {
      return undefined
    }
    try {
      const reader = new Reader(fd)
      const header = reader.json(reader.number()) as Header
      if (header.format !== format || !(await isKnown(header))) return undefined
      return { everyone: everyoneOf(reader, header), snapshot: header.snapshot, imageWritten: header.written }
    } catch {
      // Whatever is wrong with it: everyone can be read without it.
      return undefined
    } finally {
      closeSync(fd)
    }
  }

  async delete(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}

/** Another process writes an image there at this moment. */
function unlessTaken(error: { code?: string }): undefined {
  if (error.code !== 'EEXIST') throw error
}

function isAbandoned(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && Date.now() - written > abandonedMs
}

function writeAll(fd: number, { people, byName, suggestions }: Everyone, origin: Origin): void {
  const texts = Object.entries(people.dictionaries).map(([name, { texts }]) => ({
    name,
    bytes: Buffer.from(JSON.stringify(texts.slice(1))),
  }))
  suggestions.sortIn(0)
  const orders = [people.dictionaries.names.inOrder(), byName.everyone(), suggestions.sorted]
  const arrays = [...orders, ...Object.values(people.columns()).flatMap((column) => column.saved(people.length))]
  const header: Header = {
    ...origin,
    format,
    length: people.length,
    texts: Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.length])),
    arrays: arrays.map(({ length }) => length),
  }
  const json = Buffer.from(JSON.stringify(header))
  const digest = createHash('sha256')
  const parts = [Int32Array.of(json.length), json, ...texts.map(({ bytes }) => bytes), ...arrays]
  for (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    digest.update(bytes)
    for (let written = 0; written < bytes.length;) written += writevSync(fd, [bytes.subarray(written)])
  }
  writevSync(fd, [digest.digest()])
}

function everyoneOf(reader: Reader, header: Header): Everyone {
  const people = new People()
  for (const [name, dictionary] of Object.entries(people.dictionaries))
    dictionary.restore(reader.json(header.texts[name]!) as string[])
  const lengths = header.arrays.values()
  const next = () => reader.array(lengths.next().value!)
  const [names, byName, forTypeahead] = [next(), next(), next()]
  const arrays = Object.values(people.columns()).map((column): [Column, Int32Array<ArrayBuffer>[]] => [
    column,
    column.saved(0).map(next),
  ])
  reader.checkDigest()
  for (const [column, values] of arrays) column.restore(values)
  people.restored(header.length)
  people.dictionaries.names.restoreOrder(names)
  return { people, byName: new NameOrder(people, byName), suggestions: new Suggestions(people, forTypeahead) }
}

/** Reads a file from its beginning, and takes the digest of all that was read. */
class Reader {
  readonly #fd: number
  readonly #digest: Hash = createHash('sha256')

  constructor(fd: number) {
    this.#fd = fd
  }

  number(): number {
    return this.array(1)[0]!
  }

  json(length: number): unknown {
    return JSON.parse(this.#fill(Buffer.alloc(length)).toString())
  }

  array(length: number): Int32Array<ArrayBuffer> {
    const array = new Int32Array(length)
    this.#fill(Buffer.from(array.buffer))
    return array
  }

  checkDigest(): void {
    const expected = this.#digest.digest()
    const found = Buffer.alloc(digestBytes)
    if (readSync(this.#fd, found) < digestBytes || !found.equals(expected)) throw new Error('The image is damaged')
  }

  #fill(bytes: Buffer): Buffer {
    for (let filled = 0; filled < bytes.length;) {
      const read = readSync(this.#fd, bytes, filled, bytes.length - filled, null)
      if (read === 0) throw new Error('The image ends too early')
      filled += read
    }
    this.#digest.update(bytes)
    return bytes
  }
}
