import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../testing/seeded-random.ts'
import { noBalancer } from '../balancer.ts'
import { now, type History } from '../history.ts'
import type { System } from '../system.ts'
import { clocks } from './clocks.ts'
import { disks } from './disks.ts'
import type { Below, Kind } from './fault.ts'
import { links } from './links.ts'
import { mail } from './mail.ts'
import { operations } from './operations.ts'
import { processes } from './processes.ts'
import { stores } from './stores.ts'

type Draw = { seed: number; faults: number; ms: number; only?: string | undefined; signal?: AbortSignal | undefined }

const kinds = [...processes, ...links, ...stores, ...mail, ...disks, ...clocks, ...operations]

/**
 * Causes `faults` faults in `ms` milliseconds, drawn from the seed and never two at once. `only` filters the faults by
 * name. Returns the faults that this machine cannot cause.
 */
export async function breakThings(
  system: System,
  history: History,
  { seed, faults, ms, only = '', signal }: Draw,
  report: (line: string) => void,
): Promise<string[]> {
  const below = seededRandom(seed)
  const wanted = kinds.filter(({ name }) => name.includes(only))
  const missing = wanted.flatMap((kind) => {
    const reason = kind.missing?.(system)
    return reason ? [`${kind.name} (${reason})`] : []
  })
  if (noBalancer) missing.push(`Caddy before the servers (${noBalancer})`)
  const order = rounds(
    wanted.filter((kind) => !kind.missing?.(system)),
    below,
  )
  const started = now()
  const stretch = ms / Math.max(faults, 1)
  for (let nth = 0; nth < faults; nth++) {
    const kind = order.next().value
    if (!kind) break
    const fault = kind.make(system, below)
    const beginsAt = started + stretch * nth + below(Math.ceil(stretch * 0.3))
    const lastsMs = Math.min(stretch * 0.5, 500 + below(7500))
    await pause(Math.max(0, beginsAt - now()), undefined, { signal })
    const from = now()
    report(`${((from - started) / 1000).toFixed(1)} s  ${kind.name} (${fault.of}), ${(lastsMs / 1000).toFixed(1)} s`)
    // Written before the fault begins, because its effects may appear at once.
    const entry = { type: 'fault', nth, name: kind.name, of: fault.of, from, may: fault.may } as const
    history.add({ ...entry, to: Number.MAX_SAFE_INTEGER })
    await fault.begin()
    await pause(lastsMs)
    await fault.end()
    history.add({ ...entry, to: now() })
  }
  return missing
}

/** Draws each fault once before any is repeated. */
function* rounds(all: readonly Kind[], below: Below): Generator<Kind, undefined> {
  while (all.length > 0) yield* shuffled(all, below)
  return undefined
}

function shuffled<T>(list: readonly T[], below: Below): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(below(rest.length), 1)[0]!)
}
