import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Release, oldestStaffContract, serverRelease, staffContract } from '@alumni/shared/operations/releases'
import { projectRoot, type Config } from '../../foundations/process/config.ts'
import { parseReleases } from './parse-releases.ts'
import type { ReleaseCard } from '@alumni/shared/operations/settings'
import type { App } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'

let read: Promise<Release[]> | undefined

/** The releases of `RELEASES.md`, the newest first. It does not change while a process runs. */
export function readReleases(): Promise<Release[]> {
  return (read ??= readFile(join(projectRoot, 'RELEASES.md'), 'utf8').then(parseReleases))
}

/** The release that this code is. */
export async function currentRelease(): Promise<Release> {
  return (await readReleases())[0]!
}

const shownBefore = 4

/** Returns the current release and those before. */
export async function releaseCardOf(config: Config): Promise<ReleaseCard> {
  const releases = await readReleases()
  const [current, ...older] = releases
  const recent = older.slice(0, shownBefore)
  return {
    current: current!,
    commit: config.RELEASE_COMMIT ?? null,
    deployed_at: config.DEPLOYED_AT ?? null,
    started_at: new Date(performance.timeOrigin).toISOString(),
    recent: recent.map(({ tag, summary }, index) => ({
      tag,
      summary,
      code: comparison(config, older[index + 1]?.tag, tag),
    })),
    code: comparison(config, older[0]?.tag, current!.tag),
  }
}

/** Where the repository shows what changed in the code between two tags. */
function comparison({ REPOSITORY_URL }: Config, from: string | undefined, to: string): string | null {
  return REPOSITORY_URL && from ? `${REPOSITORY_URL.replace(/\/$/, '')}/compare/${from}...${to}` : null
}

/** Which release runs, for the desktop app before anybody is signed in. */
export function releaseRoutes(app: App): void {
  app.get('/release', { constraints: onInternal, schema: { response: { 200: serverRelease } } }, async () => ({
    release: (await currentRelease()).tag,
    contract: staffContract,
    oldest_contract: oldestStaffContract,
  }))
}
