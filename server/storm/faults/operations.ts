import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../src/foundations/process/config.ts'
import { noStandby as noTools } from '../../testing/copy-cluster.ts'
import { noLastRelease } from '../last-release.ts'
import type { System } from '../system.ts'
import type { Kind } from './fault.ts'

/** Daily work of an administrator, which no one else should notice. */
export const operations: Kind[] = [
  {
    name: 'a backup is made',
    missing: () => noTools,
    make: ({ backups }) => ({ of: 'backup', may: [], begin: () => void backups.begin(), end: () => undefined }),
  },
  {
    name: 'a backup is killed half-way',
    missing: () => noTools,
    make: ({ backups }, below) => ({
      of: 'backup',
      may: [],
      async begin() {
        const kill = backups.begin()
        await pause(500 + below(2000))
        kill()
      },
      end: () => undefined,
    }),
  },
  {
    name: 'everything is restarted, one after the other',
    make: (system) => ({ of: 'release', may: [], begin: () => replaceAll(system, projectRoot), end: () => undefined }),
  },
  {
    name: 'the release before comes back, and is upgraded',
    missing: () => noLastRelease,
    make: (system) => ({
      of: 'release',
      may: [],
      begin: async () => replaceAll(system, await rootOfLast(system)),
      end: () => replaceAll(system, projectRoot),
    }),
  },
]

/** Once the upgrade is finished, processes are only restarted. */
async function rootOfLast({ lastRelease, database }: System): Promise<string> {
  return (await lastRelease.isOver(database.url())) ? projectRoot : lastRelease.root()
}

async function replaceAll({ parts }: System, root: string): Promise<void> {
  for (const part of parts) await part.replace(root)
}
