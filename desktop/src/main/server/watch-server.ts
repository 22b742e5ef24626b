import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import type { Reach } from '../../ipc.ts'
import { ServerProblem } from './ask-server.ts'
import { server } from './current-server.ts'
import { askServer } from './server-session.ts'

const pauses = [2_000, 4_000, 8_000, 15_000]
let reach: Reach = { isReached: true, sentence: null }
let failures = 0
let next: ReturnType<typeof setTimeout> | undefined
/** The newest release that this server has reported. */
let release: { address: string; tag: string } | undefined
let reachListener: (reach: Reach) => void = () => undefined
let upgradeListener: (tag: string) => void = () => undefined

export function currentReach(): Reach {
  return reach
}

/** `onReach` is called when the server becomes unreachable or reachable, `onUpgrade` when it runs a newer release. */
export function watchServer(onReach: (reach: Reach) => void, onUpgrade: (tag: string) => void): void {
  reachListener = onReach
  upgradeListener = onUpgrade
}

/** Records the release of a reply. During a rolling upgrade, replies of older servers are ignored. */
export function noteRelease(address: string, tag: unknown): void {
  if (typeof tag !== 'string' || !releaseTag.test(tag)) return
  const isUpgrade = release?.address === address && compareTags(tag, release.tag) > 0
  if (release?.address !== address || isUpgrade) release = { address, tag }
  if (isUpgrade) upgradeListener(tag)
}

export function noteReach(problem?: ServerProblem): void {
  if (!problem) return become({ isReached: true, sentence: null })
  become({ isReached: false, sentence: problem.message })
  next ??= setTimeout(() => void checkNow(), pauses[Math.min(failures, pauses.length - 1)]).unref()
}

export async function checkNow(): Promise<Reach> {
  clearTimeout(next)
  next = undefined
  failures++
  const address = server.address()
  if (!address) return reach
  try {
    const { status, body } = await askServer(address, '/up', { patienceInMs: 5_000 })
    void body?.cancel()
    noteReach(status === 200 ? undefined : new ServerProblem('The server is restarting. It will be back in a moment.'))
  } catch (error) {
    if (!(error instanceof ServerProblem)) throw error
    noteReach(error)
  }
  return reach
}

function become(now: Reach): void {
  if (now.isReached) {
    failures = 0
    clearTimeout(next)
    next = undefined
  }
  const isNews = now.isReached !== reach.isReached || now.sentence !== reach.sentence
  reach = now
  if (isNews) reachListener(now)
}
