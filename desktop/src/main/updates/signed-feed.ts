import { Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import { parseUpdateInfo, resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { verifyFeed } from './feed-signature.ts'

export type FeedOptions = { url: string; key: string }

/** Reads updates from a web server and verifies the signature of `latest*.yml` before using the file. */
export class SignedFeed extends Provider<UpdateInfo> {
  readonly #options: FeedOptions
  readonly #folder: URL

  constructor(options: FeedOptions, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime)
    this.#options = options
    this.#folder = new URL(options.url.replace(/(?<!\/)\/*$/, '/'))
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`
    const url = new URL(name, this.#folder)
    const text = (await this.httpRequest(url)) ?? ''
    return parseUpdateInfo(verifyFeed(text, this.#options.key), name, url)
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#folder)
  }
}
