import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { noRedis, RedisServer } from '../src/foundations/protection/testing/redis-server.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { projectRoot } from '../src/foundations/process/config.ts'
import { migrate } from '../src/schema.ts'
import { FaultyLink } from '../testing/faulty-link.ts'
import { noBalancer, startBalancer } from './balancer.ts'
import { Backups } from './backups.ts'
import { Disk } from './disk.ts'
import type { History } from './history.ts'
import { LastRelease } from './last-release.ts'
import { MailSink } from './mail-sink.ts'
import { Part, type Links } from './part.ts'
import { startStorage } from './storage.ts'
import { refuseForeign, StormDatabase } from './storm-database.ts'

export type System = Awaited<ReturnType<typeof startSystem>>

export const origins = { PUBLIC_URL: 'http://localhost:3000', CHAMPIONS_URL: 'http://champions.localhost:3000' }
export const secret = 'a secret for the storm, long enough for it'

const commonEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, 'node_modules/.cache/node'),
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000',
  LIST_LETTERS_PER_MINUTE: '240',
  SESSION_SECRET: secret,
  ...origins,
}
/** Behind a balancer, all requests come from one address, which would be locked out. */
const balancedEnv = {
  TRUST_PROXY: '127.0.0.1',
  ...Object.fromEntries(
    ['REQ', 'ASSETS', 'LOGINS', 'CHAMPION_LOGINS', 'PASSWORD_RESETS', 'API', 'PORTAL_SIGNUPS'].map((name) => [
      `LIMIT_${name}_IP`,
      '1000000000/24h',
    ]),
  ),
}

/**
 * Two servers and two workers on one PostgreSQL, each with its own links; not yet started. The seed chooses between S3
 * and a folder, and between Caddy and direct requests.
 */
export async function startSystem(
  folder: string,
  history: History,
  { seed, mutant }: { seed: number; mutant: string | undefined },
) {
  await chmod(folder, 0o711) // PostgreSQL may run as another account
  const data = join(folder, 'data')
  const disk = await Disk.mount(data, 64)
  const databaseDisk = await Disk.mount(join(folder, 'database'), 512)
  const lastRelease = new LastRelease()
  const database = await createDatabase(join(folder, 'database'), lastRelease)
  const sink = await MailSink.open(history)
  const redis = noRedis ? undefined : await RedisServer.start()
  const memory = redis && (await FaultyLink.open(redis.port))
  const storage = seed % 2 === 0 ? await startStorage(join(folder, 'objects')) : undefined

  const isBalanced = seed % 4 > 1 && !noBalancer
  const linksOf = () => openLinks({ database, mail: sink, storage })
  const envOf = (links: Links): NodeJS.ProcessEnv => ({
    ...commonEnv,
    DATA_DIR: data,
    DATABASE_URL: links.database.redirect(database.url('alumni_login')),
    MIGRATION_DATABASE_URL: links.database.redirect(database.url()),
    SMTP_URL: `smtp://127.0.0.1:${links.mail.port}`,
    ...(memory && redis ? { REDIS_URL: memory.redirect(redis.url) } : {}),
    ...(storage && links.storage ? storage.envAt(links.storage.port) : {}),
    ...(isBalanced ? balancedEnv : {}),
    ...(mutant ? { STORM_MUTANT: mutant } : {}),
  })
  const addPart = async (name: string, isServer: boolean): Promise<Part> => {
    const links = await linksOf()
    return Part.create(name, { folder, links, env: envOf(links), isServer })
  }
  const servers = [await addPart('server 1', true), await addPart('server 2', true)]
  const workers = [await addPart('worker 1', false), await addPart('worker 2', false)]
  const parts = [...servers, ...workers]
  const ports = servers.map(({ port }) => port)
  const balancer = isBalanced ? await startBalancer(folder, ports) : undefined
  const linksOfCommands = await linksOf()
  const backups = new Backups(folder, envOf(linksOfCommands))
  return {
    database,
    databaseDisk,
    disk,
    sink,
    redis,
    memory,
    storage,
    servers,
    workers,
    parts,
    backups,
    lastRelease,
    balancer,
    /** The ports where clients reach the first and the second server. */
    addresses: balancer ? [balancer.port, balancer.port] : ports,
    async start() {
      await Promise.all(parts.map((part) => part.start()))
      await balancer?.leads()
    },
    openFiles: () => createFiles({ DATA_DIR: data, STORAGE_URL: storage?.envAt(storage.port).STORAGE_URL }),
    moveToDatabase() {
      for (const { links } of [...parts, { links: linksOfCommands }]) links.database.moveTo(database.port)
    },
    async stop() {
      await backups.stop()
      await balancer?.stop()
      await Promise.all(parts.map((part) => part.stop()))
      await Promise.all(Object.values(linksOfCommands).map((link) => link?.close()))
      await memory?.close()
      await redis?.kill()
      await storage?.stop()
      await sink.close()
      await database.stop()
      await lastRelease.remove()
      await databaseDisk?.unmount()
      await disk?.unmount()
    },
  }
}

/** Creates a database of the last release and runs the first half of its upgrade. */
async function createDatabase(folder: string, lastRelease: LastRelease): Promise<StormDatabase> {
  const database = await StormDatabase.create(folder)
  await refuseForeign(database.url())
  await lastRelease.migrate(database.url())
  await migrate(database.url())
  return database
}

type Targets = { database: { port: number }; mail: { port: number }; storage: { port: number } | undefined }

async function openLinks({ database, mail, storage }: Targets): Promise<Links> {
  return {
    database: await FaultyLink.open(database.port),
    mail: await FaultyLink.open(mail.port),
    storage: storage && (await FaultyLink.open(storage.port)),
  }
}
