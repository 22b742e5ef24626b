import type { Fault as LinkFault } from '../../testing/faulty-link.ts'
import { oneOf, type Kind } from './fault.ts'

export const links: Kind[] = [
  breaking('the link to PostgreSQL is cut', 'database', { kind: 'reset' }),
  breaking('the link to PostgreSQL is half open', 'database', { kind: 'half-open' }),
  breaking('the link to PostgreSQL is slow', 'database', { kind: 'latency', ms: 200 }),
  breaking('the link to PostgreSQL carries nothing', 'database', { kind: 'blackhole' }),
  breaking('the link to S3 is cut', 'storage', { kind: 'reset' }),
  breaking('the link to S3 is half open', 'storage', { kind: 'half-open' }),
  breaking('the link to S3 carries nothing', 'storage', { kind: 'blackhole' }),
  breakingMemory('the link to Redis is cut', { kind: 'reset' }),
  breakingMemory('the link to Redis carries nothing', { kind: 'blackhole' }),
]

function breaking(name: string, to: 'database' | 'storage', fault: LinkFault): Kind {
  return {
    name,
    missing: ({ storage }) => (to === 'storage' && !storage ? 'with this seed files lie in a folder' : undefined),
    make({ parts }, below) {
      const part = oneOf(parts, below)
      const link = part.links[to]!
      return {
        of: part.program.name,
        may: part.isServer || to === 'storage' ? [] : ['letter-twice'],
        begin: () => link.startFault(fault),
        end: () => link.end(),
      }
    },
  }
}

function breakingMemory(name: string, fault: LinkFault): Kind {
  return {
    name,
    missing: ({ memory }) => (memory ? undefined : 'there is no redis-server'),
    make: ({ memory }) => ({ of: 'Redis', may: [], begin: () => memory!.startFault(fault), end: () => memory!.end() }),
  }
}
