import { buffer } from 'node:stream/consumers'
import type { ImportCounts, RowOutcome } from '@alumni/shared/exchange/imports'
import type { Files } from '../../../foundations/files/files.ts'

/** Lists of rows that a page can be cut from, in the order in which the index file holds them. */
const lists = ['rows', 'new', 'changed', 'unchanged', 'skipped', 'warnings', 'removed', 'corrected'] as const
export type IndexList = (typeof lists)[number]

/** An entry is the row's offset in the manifest (6 bytes) and its length (4). */
const entryBytes = 10
const blockBytes = entryBytes * 4096

export function indexKey(manifestKey: string): string {
  return `${manifestKey}.index`
}

/** Collects where each row of a manifest lies: per list, one entry a row. */
export class IndexBuilder {
  #offset = 0
  readonly #blocks = Object.fromEntries(lists.map((list) => [list, [] as Buffer[]])) as Record<IndexList, Buffer[]>
  readonly #used = Object.fromEntries(lists.map((list) => [list, blockBytes])) as Record<IndexList, number>

  start(offset: number): void {
    this.#offset = offset
  }

  add(length: number, outcome: RowOutcome, isWarning: boolean, isCorrected: boolean): void {
    this.#push('rows', length)
    this.#push(outcome, length)
    if (isWarning) this.#push('warnings', length)
    if (isCorrected) this.#push('corrected', length)
    this.#offset += length
  }

  *buffers(): Generator<Buffer> {
    for (const list of lists) {
      const blocks = this.#blocks[list]
      yield* blocks.slice(0, -1)
      if (blocks.length > 0) yield blocks.at(-1)!.subarray(0, this.#used[list])
    }
  }

  #push(list: IndexList, length: number): void {
    if (this.#used[list] === blockBytes) {
      this.#blocks[list].push(Buffer.allocUnsafe(blockBytes))
      this.#used[list] = 0
    }
    const block = this.#blocks[list].at(-1)!
    block.writeUIntLE(this.#offset, this.#used[list], 6)
    block.writeUInt32LE(length, this.#used[list] + 6)
    this.#used[list] += entryBytes
  }
}

type Place = { start: number; length: number }

/** Finds these rows of a list, counted from 0 and ascending, in the manifest. */
export async function locateRows(
  files: Files,
  manifestKey: string,
  counts: ImportCounts,
  list: IndexList,
  rows: readonly number[],
): Promise<Place[]> {
  const before = rowsIn(lists.slice(0, lists.indexOf(list)), counts)
  const places = rows.map((row) => ({ start: (before + row) * entryBytes, length: entryBytes }))
  const entries = await readPlaces(files, indexKey(manifestKey), places)
  return entries.map((entry) => ({ start: entry.readUIntLE(0, 6), length: entry.readUInt32LE(6) }))
}

/** To read through so much costs less than one more request. */
const farApart = 256 * 1024

/** Reads these places of a file, which ascend; places near each other are read in one go. */
export async function readPlaces(files: Files, key: string, places: readonly Place[]): Promise<Buffer[]> {
  const spans: Place[][] = []
  for (const place of places) {
    const last = spans.at(-1)?.at(-1)
    if (last && place.start - last.start - last.length < farApart) spans.at(-1)!.push(place)
    else spans.push([place])
  }
  const read = await Promise.all(
    spans.map(async (span) => {
      const from = span[0]!.start
      const last = span.at(-1)!
      const bytes = await buffer(await files.read(key, { start: from, end: last.start + last.length - 1 }))
      return span.map(({ start, length }) => bytes.subarray(start - from, start - from + length))
    }),
  )
  return read.flat()
}

/** The byte behind the lists, where the masks of changed rows begin. */
export function endOfLists(counts: ImportCounts): number {
  return rowsIn(lists, counts) * entryBytes
}

function rowsIn(some: readonly IndexList[], counts: ImportCounts): number {
  return some.reduce((sum, list) => sum + (counts[list] ?? 0), 0)
}
