import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import { markKey } from './mark-of-files.ts'
import { savedFile, type Manifest, type Part, type SavedFile } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { encrypted, measured } from './streams.ts'
import type { Target } from './target.ts'

const atOnce = 4
/** No file's date is later. */
export const anyTime = new Date(8.64e15)

type Copying = { files: Files; target: Target; recipients: readonly string[]; signal: AbortSignal }

/**
 * Brings what is stored and not at the target yet there, and answers all that is stored. Keys are random and their
 * files never written anew, so one that `known` names is the same still. One that goes meanwhile was removed by whoever
 * asked for it.
 */
export async function copyFiles(
  { files, target, recipients, signal }: Copying,
  known: ReadonlyMap<string, SavedFile>,
  onBytes: (count: number) => void,
): Promise<{ saved: SavedFile[]; newBytes: number }> {
  const atTarget = await namesIn(target.files)
  const saved: SavedFile[] = []
  let newBytes = 0
  const keys = await Array.fromAsync(files.list(anyTime))
  const waiting = keys.filter((key) => !key.startsWith('health/') && key !== markKey).values()
  const work = async () => {
    for (const key of waiting) {
      signal.throwIfAborted()
      const before = known.get(key)
      const copy = before && atTarget.has(before.stored) ? before : await copyFile(key)
      if (copy) saved.push(copy)
      if (copy && copy !== before) newBytes += copy.stored_bytes
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { saved: saved.toSorted((a, b) => (a.key < b.key ? -1 : 1)), newBytes }

  async function copyFile(key: string): Promise<SavedFile | null> {
    const stored = randomBytes(16).toString('hex')
    try {
      const plain = measured(await files.read(key))
      const cipher = measured(await encrypted(plain.bytes, recipients), onBytes)
      await target.files.write(stored, Readable.from(cipher.bytes, { objectMode: false }), { signal })
      const [{ bytes, sha256 }, { bytes: stored_bytes, sha256: stored_sha256 }] = [plain.part(), cipher.part()]
      return { key, stored, bytes, sha256, stored_bytes, stored_sha256 }
    } catch (error) {
      if (error instanceof FileMissing) return null
      throw error
    }
  }
}

export async function namesIn(files: Files): Promise<Set<string>> {
  return new Set(await Array.fromAsync(files.list(anyTime)))
}

/** Writes which files a backup has, a line of JSON each. */
export async function writeFileList({ sets }: Target, id: string, saved: readonly SavedFile[]): Promise<Part> {
  const lines = measured(Readable.from(saved.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))))
  await sets.write(`${id}/files`, Readable.from(lines.bytes, { objectMode: false }))
  return lines.part()
}

/** Throws a `BackupProblem` where the list is gone, cut or altered. */
export async function readFileList({ sets }: Target, { id, file_list }: Manifest): Promise<SavedFile[]> {
  const damaged = new BackupProblem(`The list of files of backup ${id} is damaged or was altered.`)
  const bytes = await sets.read(`${id}/files`).catch((error: unknown) => {
    throw error instanceof FileMissing ? damaged : error
  })
  const lines = measured(bytes)
  const saved: SavedFile[] = []
  for await (const line of createInterface({ input: Readable.from(lines.bytes, { objectMode: false }) })) {
    const parsed = savedFile.safeParse(parseJson(line))
    if (!parsed.success) throw damaged
    saved.push(parsed.data)
  }
  const { bytes: count, sha256 } = lines.part()
  if (count !== file_list.bytes || sha256 !== file_list.sha256) throw damaged
  return saved
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
