import { buffer } from 'node:stream/consumers'
import type { ImportCounts, RowOutcome } from '@alumni/shared/imports'
import type { Files } from '../files/files.ts'

/** Lists of rows that a page can be cut from, in the order in which the index file holds them. */
const lists = ['rows', 'new', 'changed', 'unchanged', 'skipped', 'warnings', 'removed'] as const
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

  add(length: number, outcome: RowOutcome, isWarning: boolean): void {
    this.#push('rows', length)
    this.#push(outcome, length)
    if (isWarning) this.#push('warnings', length)
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

/** Where the rows `from` to `to` (exclusive) of a list lie in the manifest. */
export async function locateRows(
  files: Files,
  manifestKey: string,
  counts: ImportCounts,
  list: IndexList,
  from: number,
  to: number,
): Promise<{ start: number; length: number }[]> {
  const end = Math.min(to, counts[list] ?? 0)
  if (from >= end) return []
  const before = rowsIn(lists.slice(0, lists.indexOf(list)), counts)
  const bytes = await buffer(
    await files.read(indexKey(manifestKey), {
      start: (before + from) * entryBytes,
      end: (before + end) * entryBytes - 1,
    }),
  )
  return Array.from({ length: end - from }, (_, index) => ({
    start: bytes.readUIntLE(index * entryBytes, 6),
    length: bytes.readUInt32LE(index * entryBytes + 6),
  }))
}

/** The byte behind the lists, where the masks of changed rows begin. */
export function endOfLists(counts: ImportCounts): number {
  return rowsIn(lists, counts) * entryBytes
}

function rowsIn(some: readonly IndexList[], counts: ImportCounts): number {
  return some.reduce((sum, list) => sum + (counts[list] ?? 0), 0)
}
