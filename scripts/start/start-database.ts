import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../server/src/foundations/process/config.ts'
import { databaseUrls, embeddedFolder, type DatabaseUrls } from '../../server/src/foundations/database/database.ts'
import { isClusterRunning, startCluster, stopCluster } from '../../server/src/foundations/database/embedded.ts'
import { StartProblem } from './start-problem.ts'

export type StartedDatabase = {
  urls: DatabaseUrls
  /** Resolves when PostgreSQL runs. Restarts a killed PostgreSQL at the same address. */
  ensure(): Promise<void>
  stop(): Promise<void>
}

export async function startDatabase(config: Config, print: (message: string) => void): Promise<StartedDatabase> {
  const urls = await databaseUrls(config).catch((error: Error) => {
    throw new StartProblem(error.message)
  })
  if (config.DATABASE_URL) return { urls, ensure: async () => undefined, stop: async () => undefined }
  const folder = embeddedFolder(config)
  const { port } = new URL(urls.app)
  let isStopping = false
  let restart: Promise<unknown> | undefined
  const ensure = async () => {
    if (isStopping || (await isClusterRunning(folder))) return
    restart ??= (print('PostgreSQL was stopped from outside. It is started again.'),
    startCluster(folder, { port })).finally(() => (restart = undefined))
    await restart
  }
  const watch = async () => {
    while (!isStopping) {
      await pause(1000, undefined, { ref: false })
      await ensure().catch((error: unknown) => print(String(error)))
    }
  }
  void watch()
  return {
    urls,
    ensure,
    async stop() {
      isStopping = true
      await restart?.catch(() => undefined)
      await stopCluster(folder)
    },
  }
}

/** Deletes the embedded database with its stored files and messages, but not its passwords. */
export async function deleteEmbeddedData(config: Config): Promise<void> {
  await stopCluster(embeddedFolder(config))
  const folders = [
    embeddedFolder(config),
    join(config.DATA_DIR, 'outbox'),
    ...(config.STORAGE_URL ? [] : [join(config.DATA_DIR, 'files')]),
  ]
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
