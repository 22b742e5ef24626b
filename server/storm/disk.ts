import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export class Disk {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns undefined if nothing can be mounted here; `folder` is then an ordinary folder. */
  static async mount(folder: string, megabytes: number): Promise<Disk | undefined> {
    await mkdir(folder, { recursive: true })
    const options = `size=${megabytes}m,mode=0755`
    return run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).then(
      () => new Disk(folder),
      () => undefined,
    )
  }

  async fill(): Promise<void> {
    const file = await open(this.#filling, 'w')
    try {
      // Small pieces fill the space that is left after the large ones.
      for (const bytes of [1024 * 1024, 4096]) for (const piece = Buffer.alloc(bytes); ;) await file.appendFile(piece)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      await file.close()
    }
  }

  async empty(): Promise<void> {
    await rm(this.#filling, { force: true })
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.#folder])
  }

  get #filling(): string {
    return join(this.#folder, 'filling')
  }
}
