import { Readable } from 'node:stream'
import { assertKey } from '../../foundations/files/stored-files.ts'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import type { SavedFile } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { decrypt, meter } from './streams.ts'
import type { Target } from './target.ts'

type RestoreWork = { files: Files; target: Target; identities: readonly string[] | null; signal: AbortSignal }

/** Writes a backup's files to storage, except those that storage already has in the same size. */
export async function restoreFiles(work: RestoreWork, saved: readonly SavedFile[]): Promise<void> {
  assertValidKeys(saved)
  for (const file of saved) {
    work.signal.throwIfAborted()
    const size = await work.files.size(file.key).catch(() => undefined)
    if (size === file.bytes) continue
    const content = readSavedFile(work, file)
    await work.files.write(file.key, Readable.from(content, { objectMode: false }), { signal: work.signal })
  }
}

/** Reads a backup's files without storing them. Throws a `BackupProblem` if one is missing or altered. */
export async function checkFiles(work: RestoreWork, saved: readonly SavedFile[]): Promise<void> {
  assertValidKeys(saved)
  for (const file of saved) {
    work.signal.throwIfAborted()
    for await (const _ of readSavedFile(work, file));
  }
}

function assertValidKeys(saved: readonly SavedFile[]): void {
  for (const { key } of saved)
    try {
      assertKey(key)
    } catch {
      throw new BackupProblem('The list of files names one outside the place for files. Nothing of it is restored.')
    }
}

/** Throws at the end if the content was altered, so that the file is not stored. */
async function* readSavedFile({ target, identities }: RestoreWork, file: SavedFile): AsyncGenerator<Uint8Array> {
  const damaged = new BackupProblem(`The file ${file.key} of the backup is missing, cut off or altered.`)
  const read = await target.files.read(file.stored).catch((error: unknown) => {
    throw error instanceof FileMissing ? damaged : error
  })
  const cipher = meter(read)
  const plain = meter(await decrypt(cipher.bytes, identities))
  try {
    yield* plain.bytes
  } catch (error) {
    throw new BackupProblem(damaged.message, { cause: error })
  }
  const [stored, restored] = [cipher.part(), plain.part()]
  if (stored.sha256 !== file.stored_sha256 || restored.sha256 !== file.sha256 || restored.bytes !== file.bytes)
    throw damaged
}
