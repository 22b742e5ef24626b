import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import type { ConnectionStatus } from '../../ipc.ts'
import { ServerProblem } from './ask-server.ts'
import { server } from './current-server.ts'
import { askServer } from './server-session.ts'

const pauses = [2_000, 4_000, 8_000, 15_000]
let status: ConnectionStatus = { isReached: true, sentence: null }
let failures = 0
let next: ReturnType<typeof setTimeout> | undefined
/** The newest release that this server has reported. */
let release: { address: string; tag: string } | undefined
let statusListener: (status: ConnectionStatus) => void = () => undefined
let upgradeListener: (tag: string) => void = () => undefined

export function connectionStatus(): ConnectionStatus {
  return status
}

/** `onStatus` is called when the server becomes unreachable or reachable, `onUpgrade` when it runs a newer release. */
export function watchServer(onStatus: (status: ConnectionStatus) => void, onUpgrade: (tag: string) => void): void {
  statusListener = onStatus
  upgradeListener = onUpgrade
}

/** Records the release of a reply. During a rolling upgrade, replies of older servers are ignored. */
export function noteRelease(address: string, tag: unknown): void {
  if (typeof tag !== 'string' || !releaseTag.test(tag)) return
  const isUpgrade = release?.address === address && compareTags(tag, release.tag) > 0
  if (release?.address !== address || isUpgrade) release = { address, tag }
  if (isUpgrade) upgradeListener(tag)
}

/** Reports a reply of the server, or the problem that prevented one. */
export function reportConnection(problem?: ServerProblem): void {
  if (!problem) return setStatus({ isReached: true, sentence: null })
  setStatus({ isReached: false, sentence: problem.message })
  next ??= setTimeout(() => void checkConnection(), pauses[Math.min(failures, pauses.length - 1)]).unref()
}

/** Asks the server now and returns the new status. */
export async function checkConnection(): Promise<ConnectionStatus> {
  clearTimeout(next)
  next = undefined
  failures++
  const address = server.address()
  if (!address) return status
  try {
    const reply = await askServer(address, '/up', { timeoutMs: 5_000 })
    void reply.body?.cancel()
    reportConnection(
      reply.status === 200 ? undefined : new ServerProblem('The server is restarting. It will be back in a moment.'),
    )
  } catch (error) {
    if (!(error instanceof ServerProblem)) throw error
    reportConnection(error)
  }
  return status
}

function setStatus(newStatus: ConnectionStatus): void {
  if (newStatus.isReached) {
    failures = 0
    clearTimeout(next)
    next = undefined
  }
  const hasChanged = newStatus.isReached !== status.isReached || newStatus.sentence !== status.sentence
  status = newStatus
  if (hasChanged) statusListener(newStatus)
}
