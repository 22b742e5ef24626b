import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { compareCharacters } from '@alumni/shared/compare-text'
import { FileMissing, maxDate, type Files } from '../../foundations/files/files.ts'
import { markKey } from './storage-mark.ts'
import { savedFile, type Manifest, type Part, type SavedFile } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { encrypt, meter } from './streams.ts'
import type { Target } from './target.ts'

const maxConcurrentCopies = 4

type CopyContext = { files: Files; target: Target; recipients: readonly string[]; signal: AbortSignal }

/** Copies all stored files to the target except those in `known`, because files never change. Returns all files. */
export async function copyFiles(
  { files, target, recipients, signal }: CopyContext,
  known: ReadonlyMap<string, SavedFile>,
  onBytes: (count: number) => void,
): Promise<{ saved: SavedFile[]; newBytes: number }> {
  const atTarget = await listKeys(target.files)
  const saved: SavedFile[] = []
  let newBytes = 0
  const keys = await Array.fromAsync(files.list(maxDate))
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
  await Promise.all(Array.from({ length: maxConcurrentCopies }, work))
  return { saved: saved.toSorted((a, b) => compareCharacters(a.key, b.key)), newBytes }

  async function copyFile(key: string): Promise<SavedFile | null> {
    const stored = randomBytes(16).toString('hex')
    try {
      const plain = meter(await files.read(key))
      const cipher = meter(await encrypt(plain.bytes, recipients), onBytes)
      await target.files.write(stored, Readable.from(cipher.bytes, { objectMode: false }), { signal })
      const [{ bytes, sha256 }, { bytes: stored_bytes, sha256: stored_sha256 }] = [plain.part(), cipher.part()]
      return { key, stored, bytes, sha256, stored_bytes, stored_sha256 }
    } catch (error) {
      if (error instanceof FileMissing) return null
      throw error
    }
  }
}

export async function listKeys(files: Files): Promise<Set<string>> {
  return new Set(await Array.fromAsync(files.list(maxDate)))
}

export async function writeFileList({ sets }: Target, id: string, saved: readonly SavedFile[]): Promise<Part> {
  const lines = meter(Readable.from(saved.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))))
  await sets.write(`${id}/files`, Readable.from(lines.bytes, { objectMode: false }))
  return lines.part()
}

/** Throws a `BackupProblem` if the list is missing, truncated or altered. */
export async function readFileList({ sets }: Target, { id, file_list }: Manifest): Promise<SavedFile[]> {
  const damaged = new BackupProblem(`The list of files of backup ${id} is damaged or was altered.`)
  const bytes = await sets.read(`${id}/files`).catch((error: unknown) => {
    throw error instanceof FileMissing ? damaged : error
  })
  const lines = meter(bytes)
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
