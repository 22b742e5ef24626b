import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { seededRandom } from '../testing/seeded-random.ts'
import type { Fault as LinkFault, FaultyLink } from '../testing/faulty-link.ts'
import { now, type Allowance, type History } from './history.ts'
import type { Part, System } from './system.ts'

/** What goes wrong: `begin` breaks it and `end` mends it; `may` is seen from the one until a little after the other. */
type Fault = { of: string; may: Allowance[]; begin(): unknown; end(): unknown }
type Kind = { name: string; make(system: System, below: (bound: number) => number): Fault | undefined }

const oneOf = <T>(list: readonly T[], below: (bound: number) => number): T => list[below(list.length)]!
const mayOf = (system: System, part: Part): Allowance[] =>
  part.isServer ? [`no-answer-${system.servers.indexOf(part) as 0 | 1}`] : ['letter-twice']

function killing(name: string, choose: (system: System) => Part[]): Kind {
  return {
    name,
    make(system, below) {
      const part = oneOf(choose(system), below)
      const { program, isServer } = part
      return {
        of: program.name,
        may: mayOf(system, part),
        begin: () => program.stop('SIGKILL'),
        end: () => program.start(isServer),
      }
    },
  }
}

function breaking(name: string, fault: LinkFault, link: (part: Part) => FaultyLink): Kind {
  return {
    name,
    make(system, below) {
      const part = oneOf(system.parts, below)
      return {
        of: part.program.name,
        may: part.isServer ? [] : ['letter-twice'],
        begin: () => link(part).begin(fault),
        end: () => link(part).end(),
      }
    },
  }
}

function killingDatabase(name: string, signal: 'SIGKILL' | 'SIGQUIT'): Kind {
  return {
    name,
    make: ({ database, parts }) => ({
      of: 'PostgreSQL',
      may: ['letter-twice'],
      begin: () => database.kill(signal),
      async end() {
        await database.start()
        for (const part of parts) part.database.moveTo(database.port)
      },
    }),
  }
}

const refusingMail: Kind = {
  name: 'the mail server takes nothing for now',
  make: ({ sink }) => ({
    of: 'mail',
    may: [],
    begin: () => (sink.does = 'refuse'),
    end: () => (sink.does = 'take'),
  }),
}

const cuttingMail: Kind = {
  name: 'the mail server has a message and breaks off',
  make: ({ sink, workers }) => ({
    of: 'mail',
    may: ['letter-twice'],
    begin: () => (sink.does = 'silence'),
    end() {
      sink.does = 'take'
      for (const { mail } of workers) {
        mail.begin({ kind: 'reset' })
        mail.end()
      }
    },
  }),
}

const flushingRedis: Kind = {
  name: 'Redis forgets everything',
  make: ({ redis }) =>
    redis && {
      of: 'Redis',
      may: [],
      async begin() {
        const client = new Redis(redis.url)
        await client.flushall()
        client.disconnect()
      },
      end: () => undefined,
    },
}

const killingRedis: Kind = {
  name: 'Redis is killed',
  make: ({ redis }) => redis && { of: 'Redis', may: [], begin: () => redis.kill(), end: () => redis.start() },
}

const freezingWorker: Kind = {
  name: 'a worker is frozen',
  make({ workers }, below) {
    const { program } = oneOf(workers, below)
    return { of: program.name, may: ['letter-twice'], begin: () => program.freeze(), end: () => program.thaw() }
  },
}

/** In the order in which a storm of few faults takes them; the rest of a longer one is drawn. */
const kinds: Kind[] = [
  killing('a server is killed', ({ servers }) => servers),
  killingDatabase('PostgreSQL is killed', 'SIGKILL'),
  killing('a worker is killed', ({ workers }) => workers),
  breaking('the link to PostgreSQL is cut', { kind: 'reset' }, ({ database }) => database),
  refusingMail,
  freezingWorker,
  breaking('the link to PostgreSQL is half open', { kind: 'half-open' }, ({ database }) => database),
  killingDatabase('PostgreSQL is restarted at once', 'SIGQUIT'),
  cuttingMail,
  killingRedis,
  breaking('the link to PostgreSQL is slow', { kind: 'latency', ms: 200 }, ({ database }) => database),
  breaking('the link to PostgreSQL carries nothing', { kind: 'blackhole' }, ({ database }) => database),
  flushingRedis,
]

/**
 * So many faults in so many milliseconds, drawn from the seed: one after the other, each in a stretch of its own and
 * over before the next one begins, but for a start that takes longer. Answers what could not be had here.
 */
export async function breakThings(
  system: System,
  history: History,
  { seed, faults, ms }: { seed: number; faults: number; ms: number },
  tell: (line: string) => void,
): Promise<string[]> {
  const below = seededRandom(seed)
  const missing = new Set<string>()
  const started = now()
  const stretch = ms / Math.max(faults, 1)
  for (let nth = 0; nth < faults; nth++) {
    const kind = nth < kinds.length ? kinds[nth]! : oneOf(kinds, below)
    const fault = kind.make(system, below)
    const beginsAt = started + stretch * nth + below(Math.ceil(stretch * 0.3))
    const lastsMs = Math.min(stretch * 0.5, 500 + below(7500))
    if (!fault) {
      missing.add(kind.name)
      continue
    }
    await pause(Math.max(0, beginsAt - now()))
    const from = now()
    tell(`${((from - started) / 1000).toFixed(1)} s  ${kind.name} (${fault.of}), ${(lastsMs / 1000).toFixed(1)} s`)
    // Written before it begins: what the fault does may be seen at once.
    const entry = { type: 'fault', nth, name: kind.name, of: fault.of, from, may: fault.may } as const
    history.add({ ...entry, to: Number.MAX_SAFE_INTEGER })
    await fault.begin()
    await pause(lastsMs)
    await fault.end()
    history.add({ ...entry, to: now() })
  }
  return [...missing]
}
