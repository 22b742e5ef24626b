import { randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Refusal } from '../refusal.ts'

type PartialFiles = { add(path: string): unknown; delete(path: string): unknown }

/** Files that arrive in slices, to lie beside another one: all of them whole or none. Finished, it takes the next ones. */
export class Outputs {
  /** The paths of the files that were finished last. */
  saved: string[] = []
  readonly #folder: string
  readonly #partialFiles: PartialFiles
  readonly #files = new Map<string, { temporary: string; handle: FileHandle }>()
  readonly #named: string[] = []

  /** `partialFiles` lists the files that are not finished. */
  constructor(source: string, partialFiles: PartialFiles) {
    this.#folder = dirname(source)
    this.#partialFiles = partialFiles
  }

  /** Adds to the end of the file that will be called `name`. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#orNothing(async () => {
      const { handle } = this.#files.get(name) ?? (await this.#begin(name))
      await handle.writeFile(bytes)
    })
  }

  /** Returns the paths. What stands there already is never written over. */
  async finish(): Promise<string[]> {
    await this.#orNothing(async () => {
      for (const { handle } of this.#files.values()) {
        await handle.sync()
        await handle.close()
      }
      for (const [name, { temporary }] of this.#files) {
        const path = await freePath(this.#folder, name)
        this.#named.push(path)
        await rename(temporary, path)
        this.#partialFiles.delete(temporary)
      }
    })
    this.#files.clear()
    this.saved = this.#named.splice(0)
    return this.saved
  }

  async discard(): Promise<void> {
    const files = [...this.#files.values()]
    this.#files.clear()
    await Promise.allSettled(files.map(({ handle }) => handle.close()))
    const paths = [...files.map(({ temporary }) => temporary), ...this.#named.splice(0)]
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
    for (const { temporary } of files) this.#partialFiles.delete(temporary)
  }

  async #begin(name: string) {
    const temporary = join(this.#folder, `.${basename(name)}.${randomUUID()}.partial`)
    this.#partialFiles.add(temporary)
    const file = { temporary, handle: await open(temporary, 'wx', 0o600) }
    this.#files.set(name, file)
    return file
  }

  async #orNothing(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await this.discard()
      throw problemOf(error)
    }
  }
}

/** `gala-unmatched.csv`, or `gala-unmatched-2.csv`: taken by making it, so that nothing else can have the name. */
async function freePath(folder: string, name: string): Promise<string> {
  const end = extname(name)
  for (let nth = 1; ; nth++) {
    const path = join(folder, nth === 1 ? name : `${name.slice(0, -end.length)}-${nth}${end}`)
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
