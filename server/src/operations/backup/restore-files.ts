import { Readable } from 'node:stream'
import { assertKey } from '../../foundations/files/stored-files.ts'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import type { SavedFile } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { decrypted, measured } from './streams.ts'
import type { Target } from './target.ts'

type Work = { files: Files; target: Target; identities: readonly string[] | null; signal: AbortSignal }

/** Puts every file back that is not there. Throws a `BackupProblem` where one is gone, cut or altered. */
export async function restoreFiles(work: Work, saved: readonly SavedFile[]): Promise<void> {
  refuseBadKeys(saved)
  for (const file of saved) {
    work.signal.throwIfAborted()
    const size = await work.files.size(file.key).catch(() => undefined)
    if (size === file.bytes) continue
    const content = open(work, file)
    await work.files.write(file.key, Readable.from(content, { objectMode: false }), { signal: work.signal })
  }
}

/** Opens every file, and writes none. */
export async function checkFiles(work: Work, saved: readonly SavedFile[]): Promise<void> {
  refuseBadKeys(saved)
  for (const file of saved) {
    work.signal.throwIfAborted()
    for await (const _ of open(work, file));
  }
}

function refuseBadKeys(saved: readonly SavedFile[]): void {
  for (const { key } of saved)
    try {
      assertKey(key)
    } catch {
      throw new BackupProblem('The list of files names one outside the place for files. Nothing of it is restored.')
    }
}

/** The file as it was; fails at its end where it is not, so that it is not stored. */
async function* open({ target, identities }: Work, file: SavedFile): AsyncGenerator<Uint8Array> {
  const damaged = new BackupProblem(`The file ${file.key} of the backup is missing, cut off or altered.`)
  const read = await target.files.read(file.stored).catch((error: unknown) => {
    throw error instanceof FileMissing ? damaged : error
  })
  const cipher = measured(read)
  const plain = measured(await decrypted(cipher.bytes, identities))
  try {
    yield* plain.bytes
  } catch (error) {
    throw new BackupProblem(damaged.message, { cause: error })
  }
  const [at, before] = [cipher.part(), plain.part()]
  if (at.sha256 !== file.stored_sha256 || before.sha256 !== file.sha256 || before.bytes !== file.bytes) throw damaged
}
