import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Release, oldestStaffContract, serverRelease, staffContract } from '@alumni/shared/operations/releases'
import { projectRoot, type Config } from '../../foundations/process/config.ts'
import { parseReleases } from './parse-releases.ts'
import type { ReleaseCard } from '@alumni/shared/operations/settings'
import type { App } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'

let releases: Promise<Release[]> | undefined

export function readReleases(): Promise<Release[]> {
  return (releases ??= readFile(join(projectRoot, 'RELEASES.md'), 'utf8').then(parseReleases))
}

export async function currentRelease(): Promise<Release> {
  return (await readReleases())[0]!
}

const maxRecent = 4

export async function readReleaseCard(config: Config): Promise<ReleaseCard> {
  const releases = await readReleases()
  const [current, ...older] = releases
  const recent = older.slice(0, maxRecent)
  return {
    current: current!,
    commit: config.RELEASE_COMMIT ?? null,
    deployed_at: config.DEPLOYED_AT ?? null,
    started_at: new Date(performance.timeOrigin).toISOString(),
    recent: recent.map(({ tag, summary }, index) => ({
      tag,
      summary,
      code: comparisonUrl(config, older[index + 1]?.tag, tag),
    })),
    code: comparisonUrl(config, older[0]?.tag, current!.tag),
  }
}

function comparisonUrl({ REPOSITORY_URL }: Config, from: string | undefined, to: string): string | null {
  return REPOSITORY_URL && from ? `${REPOSITORY_URL.replace(/\/$/, '')}/compare/${from}...${to}` : null
}

export function releaseRoutes(app: App): void {
  app.get('/release', { constraints: onInternal, schema: { response: { 200: serverRelease } } }, async () => ({
    release: (await currentRelease()).tag,
    contract: staffContract,
    oldest_contract: oldestStaffContract,
  }))
}
