import { randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Refusal } from '../refusal.ts'

type PartialFiles = { add(path: string): unknown; delete(path: string): unknown }

/** Writes output files, all or none, into the folder of the source file. Can be reused after `finish`. */
export class Outputs {
  lastSavedPaths: string[] = []
  readonly #folder: string
  readonly #partialFiles: PartialFiles
  readonly #files = new Map<string, { temporary: string; handle: FileHandle }>()
  readonly #renamedPaths: string[] = []

  constructor(source: string, partialFiles: PartialFiles) {
    this.#folder = dirname(source)
    this.#partialFiles = partialFiles
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#discardOnError(async () => {
      const { handle } = this.#files.get(name) ?? (await this.#create(name))
      await handle.writeFile(bytes)
    })
  }

  /** Saves the files without overwriting existing ones, and returns their paths. */
  async finish(): Promise<string[]> {
    await this.#discardOnError(async () => {
      for (const { handle } of this.#files.values()) {
        await handle.sync()
        await handle.close()
      }
      for (const [name, { temporary }] of this.#files) {
        const path = await reservePath(this.#folder, name)
        this.#renamedPaths.push(path)
        await rename(temporary, path)
        this.#partialFiles.delete(temporary)
      }
    })
    this.#files.clear()
    this.lastSavedPaths = this.#renamedPaths.splice(0)
    return this.lastSavedPaths
  }

  async discard(): Promise<void> {
    const files = [...this.#files.values()]
    this.#files.clear()
    await Promise.allSettled(files.map(({ handle }) => handle.close()))
    const paths = [...files.map(({ temporary }) => temporary), ...this.#renamedPaths.splice(0)]
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
    for (const { temporary } of files) this.#partialFiles.delete(temporary)
  }

  async #create(name: string) {
    const temporary = join(this.#folder, `.${basename(name)}.${randomUUID()}.partial`)
    this.#partialFiles.add(temporary)
    const file = { temporary, handle: await open(temporary, 'wx', 0o600) }
    this.#files.set(name, file)
    return file
  }

  async #discardOnError(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await this.discard()
      throw problemOf(error)
    }
  }
}

/** Creates an empty file with this name, or with a number such as `gala-unmatched-2.csv` if the name is taken. */
async function reservePath(folder: string, name: string): Promise<string> {
  const extension = extname(name)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${name.slice(0, -extension.length)}-${number}${extension}`)
    try {
      await (await open(path, 'wx', 0o600)).close()
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function problemOf(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Refusal('The disk is full; nothing was saved. Free some space, then save again.')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Refusal(
      'This folder is read-only; nothing was saved. Move the file to another folder, then drop it again.',
    )
  if (code === 'ENOENT') return new Refusal('The folder of the file no longer exists; nothing was saved.')
  return error as Error
}
