import { findRelease, unpackRelease } from '../testing/last-release.ts'

const { commit, missing } = findRelease()
/** Why the release before this one cannot be run here; undefined when it can. */
export const noLastRelease = missing

/** The code of the release before this one, unpacked when it is wanted first. */
export class LastRelease {
  #unpacked: ReturnType<typeof unpackRelease> | undefined

  async root(): Promise<string> {
    this.#unpacked ??= unpackRelease(commit)
    return (await this.#unpacked).root
  }

  async remove(): Promise<void> {
    await (await this.#unpacked)?.remove()
  }
}
