import { scaleTimeout } from '../testing/machine.ts'
import { faultsIn, type Allowance, type Entry } from './history.ts'

/** Time that a killed server needs to reply again on a busy machine. */
const settlingMs = scaleTimeout(5000)
/** Expected refusals by kind: two people edit at once, or a file waits for another. */
const refusals: Record<string, number[]> = { edit: [409], code: [422], 'import-commit': [409], 'import-upload': [409] }

export function unannounced(history: readonly Entry[]): string[] {
  const faults = faultsIn(history)
  const asked = new Map(history.flatMap((entry) => (entry.type === 'asked' ? [[entry.id, entry] as const] : [])))
  return history.flatMap((entry) => {
    if (entry.type !== 'answered') return []
    const { kind, key, server, at } = asked.get(entry.id)!
    const what = `answer: ${kind} ${key} of server ${server + 1}`
    const { status, problem } = entry
    const isExcused = (allowance: Allowance) =>
      faults.some(({ may, from, to }) => may.includes(allowance) && at < to + settlingMs && entry.at > from)
    if (status === null) return isExcused(server === 0 ? 'no-answer-0' : 'no-answer-1') ? [] : [`${what} did not come`]
    if (status === 507 && isExcused('no-room')) return []
    const isFine = status < 400 || (status === 503 && !problem) || refusals[kind]?.includes(status)
    return isFine ? [] : [`${what} was ${status}: ${problem}`]
  })
}
