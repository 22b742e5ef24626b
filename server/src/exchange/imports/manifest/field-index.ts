import { kindOfChange } from '@alumni/shared/exchange/import-guards'
import {
  changeKinds,
  type ChangeKind,
  type FieldChange,
  type FieldCount,
  type ImportCounts,
} from '@alumni/shared/exchange/imports'
import type { Files } from '../../../foundations/files/files.ts'
import { endOfLists, indexKey } from './manifest-index.ts'

const masksInBlock = 4096

/** Each field of the file has one bit for each kind of change in the mask of a changed row. */
const bitOf = (column: number, kind: ChangeKind) => column * changeKinds.length + changeKinds.indexOf(kind)
const bytesOf = (fields: readonly string[]) => Math.ceil((fields.length * changeKinds.length) / 8)

/**
 * Collects what happens to the fields of the changed rows: how often, and a mask for each row, so that a review can be
 * filtered by them.
 */
export class FieldIndex {
  readonly #fields: readonly string[]
  readonly #columns: ReadonlyMap<string, number>
  readonly #counts: Uint32Array
  readonly #bytes: number
  readonly #blocks: Buffer[] = []
  #used = 0

  constructor(fields: readonly string[]) {
    this.#fields = fields
    this.#columns = new Map(fields.map((field, column) => [field, column]))
    this.#counts = new Uint32Array(fields.length * changeKinds.length)
    this.#bytes = bytesOf(fields)
  }

  add(changes: readonly FieldChange[]): void {
    if (this.#used % (masksInBlock * this.#bytes) === 0) {
      this.#blocks.push(Buffer.alloc(masksInBlock * this.#bytes))
      this.#used = 0
    }
    const block = this.#blocks.at(-1)!
    for (const change of changes) {
      const column = this.#columns.get(change.field)
      if (column === undefined) continue
      const bit = bitOf(column, kindOfChange(change))
      this.#counts[bit]!++
      block[this.#used + (bit >> 3)]! |= 1 << (bit & 7)
    }
    this.#used += this.#bytes
  }

  counts(): FieldCount[] {
    return this.#fields.flatMap((field, column) =>
      changeKinds.flatMap((kind) => {
        const count = this.#counts[bitOf(column, kind)]!
        return count > 0 ? [{ field, kind, count }] : []
      }),
    )
  }

  /** The bytes behind the lists of the manifest's index. */
  *buffers(): Generator<Buffer> {
    yield* this.#blocks.slice(0, -1)
    if (this.#blocks.length > 0) yield this.#blocks.at(-1)!.subarray(0, this.#used)
  }
}

/** Changes of these fields (none: of any), of this kind (none: of any). */
export type FieldFilter = { fields: readonly string[] | undefined; kind: ChangeKind | undefined }

/**
 * Which of the changed rows, counted from 0, have such a change: how many, and those of a page, the last one behind it.
 * Reads the masks alone.
 */
export async function findChangedRows(
  files: Files,
  manifestKey: string,
  counts: ImportCounts,
  fields: readonly string[],
  wanted: FieldFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ matching: number; shown: number[] }> {
  const mask = maskOf(fields, wanted)
  const bytes = mask.length
  let [matching, ordinal, at] = [0, 0, 0]
  let isMatch = false
  let shown: number[] = []
  if (counts.changed === 0 || bytes === 0) return { matching, shown }
  const start = endOfLists(counts)
  const stream = await files.read(indexKey(manifestKey), { start, end: start + counts.changed * bytes - 1 })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      isMatch ||= (byte & mask[at]!) !== 0
      if (++at < bytes) continue
      if (isMatch && matching++ < page * perPage) {
        if ((matching - 1) % perPage === 0) shown = []
        shown.push(ordinal)
      }
      ordinal++
      at = 0
      isMatch = false
    }
  }
  return { matching, shown }
}

/** The bits of a changed row that the filter looks for. */
function maskOf(fields: readonly string[], wanted: FieldFilter): Buffer {
  const mask = Buffer.alloc(bytesOf(fields))
  for (const [column, field] of fields.entries())
    for (const kind of changeKinds) {
      const isWanted = (wanted.fields?.includes(field) ?? true) && (wanted.kind ?? kind) === kind
      const bit = bitOf(column, kind)
      if (isWanted) mask[bit >> 3]! |= 1 << (bit & 7)
    }
  return mask
}
