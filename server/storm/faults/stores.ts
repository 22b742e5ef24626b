import { Redis } from 'ioredis'
import { noStandby } from '../../testing/copy-cluster.ts'
import type { System } from '../system.ts'
import type { Fault, Kind } from './fault.ts'

export const stores: Kind[] = [
  killingDatabase('PostgreSQL is killed', 'SIGKILL'),
  killingDatabase('PostgreSQL is restarted at once', 'SIGQUIT'),
  { name: 'PostgreSQL fails over', missing: () => noStandby, make: failingOver },
  {
    name: 'Redis is killed',
    missing: noRedis,
    make: ({ redis }) => ({ of: 'Redis', may: [], begin: () => redis!.kill(), end: () => redis!.start() }),
  },
  {
    name: 'Redis forgets everything',
    missing: noRedis,
    make: ({ redis }) => ({
      of: 'Redis',
      may: [],
      async begin() {
        const client = new Redis(redis!.url)
        await client.flushall()
        client.disconnect()
      },
      end: () => undefined,
    }),
  },
  {
    name: 'S3 takes nothing for now',
    missing: ({ storage }) => (storage ? undefined : 'with this seed files lie in a folder'),
    make: ({ storage, parts }) => ({
      of: 'S3',
      may: [],
      begin: () => parts.forEach(({ links }) => links.storage!.moveTo(storage!.busyPort)),
      end: () => parts.forEach(({ links }) => links.storage!.moveTo(storage!.port)),
    }),
  },
]

function noRedis({ redis }: System): string | undefined {
  return redis ? undefined : 'there is no redis-server'
}

function killingDatabase(name: string, signal: 'SIGKILL' | 'SIGQUIT'): Kind {
  return {
    name,
    make: (system) => ({
      of: 'PostgreSQL',
      may: ['letter-twice'],
      begin: () => system.database.kill(signal),
      async end() {
        await system.database.start()
        system.moveToDatabase()
      },
    }),
  }
}

function failingOver(system: System): Fault {
  const { database } = system
  let standby: Awaited<ReturnType<typeof database.addStandby>>
  return {
    of: 'PostgreSQL',
    may: ['letter-twice'],
    async begin() {
      standby = await database.addStandby()
      await database.kill('SIGKILL')
    },
    async end() {
      await standby.promote()
      system.moveToDatabase()
    },
  }
}
