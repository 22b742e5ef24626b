import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/schema.ts'
import { scaleTimeout } from '../testing/machine.ts'
import { audit } from './audit.ts'
import { Client } from './client.ts'
import { breakThings } from './faults/index.ts'
import { faultsIn, History, readHistory, type Entry } from './history.ts'
import { arrivals, load } from './load.ts'
import { prepare } from './prepare.ts'
import { startSystem } from './system.ts'

export type StormOptions = {
  seed: number
  minutes: number
  faults: number
  only?: string
  mutant?: string
  log?: (line: string) => void
  signal?: AbortSignal
}
export type StormReport = { findings: string[]; figures: Record<string, number>; missing: string[]; folder: string }

/** Runs a storm from an empty database to the audit. The folder remains if there are findings. */
export async function runStorm({
  seed,
  minutes,
  faults,
  only,
  mutant,
  log = () => undefined,
  signal,
}: StormOptions): Promise<StormReport> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-storm-'))
  const path = join(folder, 'history.jsonl')
  const history = new History(path)
  const ms = minutes * 60_000
  const schedule = arrivals(seed, ms)
  const numberOf = (wanted: string) => schedule.filter(({ kind }) => kind === wanted).length
  const system = await startSystem(folder, history, { seed, mutant })
  let report: StormReport
  try {
    const cast = await prepare(system.database.url(), { events: numberOf('rsvps'), signins: numberOf('signin') })
    await system.start()
    const client = new Client(system.addresses, history)
    // How long a person waits for an action to finish.
    const over = AbortSignal.timeout(ms + scaleTimeout(90_000))
    const [missing] = await Promise.all([
      breakThings(system, history, { seed, faults, ms, only, signal }, log),
      load(schedule, { client, cast, sink: system.sink, over, seed }),
    ])
    const searching = system.servers.map(({ program, port }) => ({ name: program.name, port, cookie: cast.staff }))
    const db = await openDb(system.database.url(), { max: 2, statementTimeoutMs: 60_000 })
    const ended = system.parts.filter(({ hasEnded }) => hasEnded)
    const files = await system.openFiles()
    const findings = await audit(db, files, () => readHistory(path), { searching }).finally(() => db.destroy())
    findings.push(...(await system.backups.audit()))
    findings.push(...ended.map(({ program }) => `process: ${program.name} ended by itself`))
    report = { findings, figures: figuresOf(readHistory(path)), missing, folder }
  } finally {
    await system.stop()
    history.close()
  }
  if (report.findings.length === 0) await rm(folder, { recursive: true, force: true })
  return report
}

/** How long a fault has effects after its end. */
const settlingMs = 1000

function figuresOf(history: readonly Entry[]): Record<string, number> {
  const asked = new Map(history.flatMap((entry) => (entry.type === 'asked' ? [[entry.id, entry] as const] : [])))
  const answers = history.filter((entry) => entry.type === 'answered')
  const faults = faultsIn(history)
  const isQuiet = (from: number, to: number) => !faults.some((one) => one.from < to && from < one.to + settlingMs)
  const waits = ['search', 'typeahead', 'portal'].flatMap((kind) => {
    const times = answers
      .filter(({ id, at }) => asked.get(id)!.kind === kind && isQuiet(asked.get(id)!.at, at))
      .map(({ id, at }) => at - asked.get(id)!.at)
      .toSorted((one, other) => one - other)
    const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
    return [
      [`${kind} outside of faults`, times.length],
      [`${kind} outside of faults, median ms`, share(0.5)],
      [`${kind} outside of faults, p99 ms`, share(0.99)],
    ] as const
  })
  return {
    requests: asked.size,
    'no answer': answers.filter(({ status }) => status === null).length,
    '503': answers.filter(({ status }) => status === 503).length,
    letters: history.filter(({ type }) => type === 'letter').length,
    ...Object.fromEntries(waits),
  }
}
