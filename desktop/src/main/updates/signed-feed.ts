import { Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import { parseUpdateInfo, resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { verifiedFeed } from './feed-signature.ts'

export type FeedOptions = { url: string; key: string }

/** A folder of packages on a web server, of whose `latest*.yml` nothing is believed before its signature. */
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
    return parseUpdateInfo(verifiedFeed(text, this.#options.key), name, url)
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#folder)
  }
}
