import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/schema.ts'
import { audit } from './audit.ts'
import { Client } from './client.ts'
import { breakThings } from './faults/index.ts'
import { History, readHistory, type Entry } from './history.ts'
import { arrivals, load } from './load.ts'
import { prepare } from './prepare.ts'
import { startSystem } from './system.ts'

export type StormOptions = {
  seed: number
  minutes: number
  faults: number
  /** What the names of faults have in them. */
  only?: string
  /** A mistake of mutants.ts that is built in. */
  mutant?: string
  tell?: (line: string) => void
}
export type StormReport = { findings: string[]; figures: Record<string, number>; missing: string[]; folder: string }

/** A storm from an empty database to the audit. Its folder stays where there are findings. */
export async function runStorm({
  seed,
  minutes,
  faults,
  only,
  mutant,
  tell = () => undefined,
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
    // A person waits so long for what was begun.
    const over = AbortSignal.timeout(ms + 90_000)
    const [missing] = await Promise.all([
      breakThings(system, history, { seed, faults, ms, only }, tell),
      load(schedule, { client, cast, sink: system.sink, over, seed }),
    ])
    const searching = system.servers.map(({ program, port }) => ({ name: program.name, port, cookie: cast.staff }))
    const db = await openDb(system.database.url(), { max: 2, statementTimeoutMs: 60_000 })
    const ended = system.parts.filter(({ program }) => program.hasEnded)
    const findings = await audit(db, () => readHistory(path), { searching }).finally(() => db.destroy())
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

function figuresOf(history: readonly Entry[]): Record<string, number> {
  const asked = new Map(history.flatMap((entry) => (entry.type === 'asked' ? [[entry.id, entry] as const] : [])))
  const answers = history.filter((entry) => entry.type === 'answered')
  const times = answers
    .filter(({ id, status }) => status !== null && /search|typeahead|portal/.test(asked.get(id)!.kind))
    .map(({ id, at }) => at - asked.get(id)!.at)
    .toSorted((one, other) => one - other)
  return {
    requests: asked.size,
    'no answer': answers.filter(({ status }) => status === null).length,
    '503': answers.filter(({ status }) => status === 503).length,
    letters: history.filter(({ type }) => type === 'letter').length,
    'reads, median ms': times[Math.floor(times.length / 2)] ?? 0,
    'reads, p99 ms': times[Math.floor(times.length * 0.99)] ?? 0,
  }
}
