import type { ReleaseCard } from '@alumni/shared/operations/settings'
import type { Config } from '../../foundations/process/config.ts'
import { readReleases } from './read-releases.ts'

const shownBefore = 4

/** What runs here, and what came before it. */
export async function releaseCardOf(config: Config): Promise<ReleaseCard> {
  const releases = await readReleases()
  const [current, ...older] = releases
  const recent = older.slice(0, shownBefore)
  return {
    current: current!,
    commit: config.RELEASE_COMMIT ?? null,
    deployed_at: config.DEPLOYED_AT ?? null,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
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
