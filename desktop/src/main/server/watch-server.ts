import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import type { ConnectionStatus } from '../../ipc.ts'
import { ServerProblem } from './ask-server.ts'
import { server } from './current-server.ts'
import { askServer } from './server-session.ts'

const pauses = [2_000, 4_000, 8_000, 15_000]
let connection: ConnectionStatus = { isReached: true, message: null }
let failures = 0
let next: ReturnType<typeof setTimeout> | undefined
let release: { address: string; tag: string } | undefined
let statusListener: (status: ConnectionStatus) => void = () => undefined
let upgradeListener: (tag: string) => void = () => undefined

export function getConnectionStatus(): ConnectionStatus {
  return connection
}

/** `onStatus` is called when the server becomes unreachable or reachable, `onUpgrade` when it runs a newer release. */
export function watchServer(onStatus: (status: ConnectionStatus) => void, onUpgrade: (tag: string) => void): void {
  statusListener = onStatus
  upgradeListener = onUpgrade
}

/** Records the release that a reply reports, and ignores older servers during a rolling upgrade. */
export function recordRelease(address: string, tag: unknown): void {
  if (typeof tag !== 'string' || !releaseTag.test(tag)) return
  const isUpgrade = release?.address === address && compareTags(tag, release.tag) > 0
  if (release?.address !== address || isUpgrade) release = { address, tag }
  if (isUpgrade) upgradeListener(tag)
}

/** Records whether the server was reached, and checks the connection again after a pause if there is a `problem`. */
export function recordConnection(problem?: ServerProblem): void {
  const before = connection
  connection = { isReached: !problem, message: problem?.message ?? null }
  if (connection.isReached !== before.isReached || connection.message !== before.message) statusListener(connection)
  if (problem) next ??= setTimeout(() => void checkConnection(), pauses[Math.min(failures, pauses.length - 1)]).unref()
  else {
    failures = 0
    clearTimeout(next)
    next = undefined
  }
}

/** Asks the server now whether it is up, instead of waiting for the next scheduled check. */
export async function checkConnection(): Promise<ConnectionStatus> {
  clearTimeout(next)
  next = undefined
  failures++
  const address = server.address()
  if (!address) return connection
  try {
    const { status, body } = await askServer(address, '/up', { timeoutInMs: 5_000 })
    void body?.cancel()
    recordConnection(
      status === 200 ? undefined : new ServerProblem('The server is restarting. It will be back in a moment.'),
    )
  } catch (error) {
    if (!(error instanceof ServerProblem)) throw error
    recordConnection(error)
  }
  return connection
}
