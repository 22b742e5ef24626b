import type { HealthPart, HealthState } from '@alumni/shared/operations/settings'
import type { Db } from '../../foundations/database/db.ts'
import type { DatabaseUrls } from '../../foundations/database/database.ts'
import { UnusableDatabase } from '../../foundations/database/unusable-database.ts'
import type { Files } from '../../foundations/files/files.ts'
import { withinTime } from '../../foundations/monitoring/within-time.ts'
import type { Config } from '../../foundations/process/config.ts'
import { readProcesses } from '../health/processes.ts'
import { readStorage } from '../health/storage.ts'
import { readReportedFigures } from './judge-conditions.ts'

export type Finding = {
  state: HealthState | 'skipped'
  message: string
  /** A command, environment variable or configuration line that fixes the problem, for people with shell access. */
  remedy?: string
  /** The remedy shown on `/settings` after "Your system administrator can". */
  request?: string
  facts?: HealthPart['facts']
  code?: string | undefined
}

type Help = Pick<Finding, 'remedy' | 'request' | 'facts'>

export function good(message: string, help: Omit<Help, 'remedy'> = {}): Finding {
  return { state: 'good', message, ...help }
}

export function attention(message: string, help: string | Help): Finding {
  return { state: 'attention', message, ...(typeof help === 'string' ? { remedy: help } : help) }
}

export function bad(message: string, help: string | Help): Finding {
  return { state: 'bad', message, ...(typeof help === 'string' ? { remedy: help } : help) }
}

export type Check = {
  name: string
  applies?(config: Config): boolean
  /** Skips the check while the database is unavailable. */
  needsDatabase?: true
  atStart?: true
  run(installation: Installation): Finding | Promise<Finding>
  /** The finding if `run` throws or takes longer than five seconds. */
  failure: { message: string; remedy: string; request?: string }
}

/** Shares data between checks: each method reads its data only once. */
export type Installation = {
  config: Config
  db: Db
  files: Files
  /** Null if a running server checks itself. */
  urls: DatabaseUrls | null
  processes(): ReturnType<typeof readProcesses>
  storage(): ReturnType<typeof readStorage>
  figures(): ReturnType<typeof readReportedFigures>
  checkTimeoutMs: number
}

export function createInstallation(
  { config, db, files }: Pick<Installation, 'config' | 'db' | 'files'>,
  urls: DatabaseUrls | null = null,
  checkTimeoutMs = 5000,
): Installation {
  let processes: ReturnType<typeof readProcesses> | undefined
  let storage: ReturnType<typeof readStorage> | undefined
  let figures: ReturnType<typeof readReportedFigures> | undefined
  return {
    config,
    db,
    files,
    urls,
    processes: () => (processes ??= readProcesses(db)),
    storage: () => (storage ??= readStorage(config, files)),
    figures: () => (figures ??= readReportedFigures(db)),
    checkTimeoutMs,
  }
}

/** Runs a check. An error or a timeout becomes a bad finding instead of being thrown. */
export async function runCheck({ run, failure }: Check, installation: Installation): Promise<Finding> {
  try {
    return await withinTime(installation.checkTimeoutMs, Promise.try(run, installation))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const reason =
      error instanceof UnusableDatabase ? message : `${failure.message} (${code ?? message.split('\n')[0]}).`
    return { state: 'bad', ...failure, message: reason, code }
  }
}
