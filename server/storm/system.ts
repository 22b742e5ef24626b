import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noRedis, RedisServer } from '../src/foundations/protection/testing/redis-server.ts'
import { migrate } from '../src/schema.ts'
import { FaultyLink } from '../testing/faulty-link.ts'
import { workerFlags } from '../testing/worker-flags.ts'
import type { History } from './history.ts'
import { MailSink } from './mail-sink.ts'
import { Program } from './program.ts'
import { freePort } from '../testing/free-port.ts'
import { refuseForeign, StormDatabase } from './storm-database.ts'

/** A process with the links that lead from it to the other parts. */
export type Part = { program: Program; isServer: boolean; port: number; database: FaultyLink; mail: FaultyLink }

export type System = Awaited<ReturnType<typeof startSystem>>

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
export const origins = { PUBLIC_URL: 'http://localhost:3000', CHAMPIONS_URL: 'http://champions.localhost:3000' }
export const secret = 'a secret for the storm, long enough for it'

/** Two servers and two workers over one PostgreSQL, each with links of its own; not yet started. */
export async function startSystem(folder: string, history: History, mutant: string | undefined) {
  await chmod(folder, 0o711) // PostgreSQL may run as another account
  const database = await StormDatabase.create(join(folder, 'database'))
  await refuseForeign(database.url())
  await migrate(database.url())
  const sink = await MailSink.open(history)
  const redis = noRedis ? undefined : await RedisServer.start()
  const memory = redis && (await FaultyLink.open(redis.port))
  const data = join(folder, 'data')
  await mkdir(data)

  const addPart = async (name: string, isServer: boolean): Promise<Part> => {
    const links = { database: await FaultyLink.open(database.port), mail: await FaultyLink.open(sink.port) }
    const port = isServer ? await freePort() : 0
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: data,
      DATABASE_URL: links.database.through(database.url('alumni_login')),
      MIGRATION_DATABASE_URL: links.database.through(database.url()),
      SMTP_URL: `smtp://127.0.0.1:${links.mail.port}`,
      ...(memory && redis ? { REDIS_URL: memory.through(redis.url) } : {}),
      SESSION_SECRET: secret,
      PORT: String(port),
      ...origins,
      ...(mutant ? { STORM_MUTANT: mutant } : {}),
    }
    const start = isServer ? path('../src/start.ts') : path('../../worker/src/start.ts')
    const args = ['--import', path('patches.ts'), ...(isServer ? [] : workerFlags), start]
    return { program: new Program(name, { args, env, log: join(folder, `${name}.log`) }), isServer, port, ...links }
  }
  const servers = [await addPart('server 1', true), await addPart('server 2', true)]
  const workers = [await addPart('worker 1', false), await addPart('worker 2', false)]
  const parts = [...servers, ...workers]
  return {
    database,
    sink,
    redis,
    memory,
    servers,
    workers,
    parts,
    start: () => Promise.all(parts.map(({ program, isServer }) => program.start(isServer))),
    async stop() {
      await Promise.all(parts.map(({ program }) => program.stop('SIGTERM')))
      await Promise.all(parts.flatMap((part) => [part.database.close(), part.mail.close()]))
      await memory?.close()
      await redis?.kill()
      await sink.close()
      await database.stop()
    },
  }
}
