import type { HealthPart, HealthState } from '@alumni/shared/operations/settings'
import type { Db } from '../../foundations/database/db.ts'
import type { DatabaseUrls } from '../../foundations/database/database.ts'
import { NoDatabase } from '../../foundations/database/no-database.ts'
import type { Files } from '../../foundations/files/files.ts'
import { withinTime } from '../../foundations/monitoring/within-time.ts'
import type { Config } from '../../foundations/process/config.ts'
import { showProcesses } from '../health/processes.ts'
import { readStorage } from '../health/storage.ts'
import { reportedFigures } from './judge-conditions.ts'

/** The result of a check. */
export type Finding = {
  state: HealthState | 'skipped'
  message: string
  /** A command, a variable or a line of a file, for people with access to the machine. */
  remedy?: string
  /** The same for readers of `/settings`, after "Your system administrator can". */
  request?: string
  facts?: HealthPart['facts']
  /** The code of the error that ended the check. */
  code?: string | undefined
}

type Help = Pick<Finding, 'remedy' | 'request' | 'facts'>

export function good(message: string, help: Omit<Help, 'remedy'> = {}): Finding {
  return { state: 'good', message, ...help }
}

/** `help`: the remedy, or all that helps. */
export function attention(message: string, help: string | Help): Finding {
  return { state: 'attention', message, ...(typeof help === 'string' ? { remedy: help } : help) }
}

export function bad(message: string, help: string | Help): Finding {
  return { state: 'bad', message, ...(typeof help === 'string' ? { remedy: help } : help) }
}

/** One thing of the installation that can be looked at. */
export type Check = {
  name: string
  /** Whether there is anything to look at; without it always. */
  applies?(config: Config): boolean
  /** It is skipped while the database does not answer. */
  needsDatabase?: true
  /** It is cheap, and server and worker run it when they start. */
  atStart?: true
  run(installation: Installation): Finding | Promise<Finding>
  /** The finding where `run` throws or takes longer than five seconds. */
  failure: { message: string; remedy: string; request?: string }
}

/** The subject of checks. Data of several checks is read once, by the first that waits for it. */
export type Installation = {
  config: Config
  db: Db
  files: Files
  /** Null: the server asks about itself, which has a connection already. */
  urls: DatabaseUrls | null
  processes(): ReturnType<typeof showProcesses>
  storage(): ReturnType<typeof readStorage>
  /** What processes report for the alerts. */
  figures(): ReturnType<typeof reportedFigures>
}

export function installationOf(
  { config, db, files }: Pick<Installation, 'config' | 'db' | 'files'>,
  urls: DatabaseUrls | null = null,
): Installation {
  let processes: ReturnType<typeof showProcesses> | undefined
  let storage: ReturnType<typeof readStorage> | undefined
  let figures: ReturnType<typeof reportedFigures> | undefined
  return {
    config,
    db,
    files,
    urls,
    processes: () => (processes ??= showProcesses(db)),
    storage: () => (storage ??= readStorage(config, files)),
    figures: () => (figures ??= reportedFigures(db)),
  }
}

const limitMs = 5000

export async function runCheck({ run, failure }: Check, installation: Installation): Promise<Finding> {
  try {
    return await withinTime(limitMs, Promise.try(run, installation))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const reason = error instanceof NoDatabase ? message : `${failure.message} (${code ?? message.split('\n')[0]}).`
    return { state: 'bad', ...failure, message: reason, code }
  }
}
