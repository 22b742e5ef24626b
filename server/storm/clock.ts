import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { fetchedTools } from '../testing/fetched-tools.ts'

/** Why the clock cannot be set here; undefined if it can. */
export const noClock = existsSync(fetchedTools.faketime) ? undefined : 'there is no libfaketime'

/** The clock of one process, `seconds` apart from the machine's. */
export class Clock {
  readonly #file: string

  private constructor(file: string) {
    this.#file = file
  }

  static async create(file: string): Promise<Clock> {
    const clock = new Clock(file)
    await clock.set(0)
    return clock
  }

  get env(): Record<string, string> {
    if (noClock) return {}
    return {
      LD_PRELOAD: fetchedTools.faketime,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  }

  /** Replaced atomically, because a process may read it at any moment. */
  async set(seconds: number): Promise<void> {
    await writeFile(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await rename(`${this.#file}.new`, this.#file)
  }
}
