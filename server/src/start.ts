import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import {
  readProcessConfig,
  getPoolOptions,
  type Context,
  createFiles,
  createLog,
  prepareDatabase,
  Monitor,
  parseNoOptions,
  describePortProblem,
  serveMonitor,
} from './foundations/index.ts'
import { examineAtStart, createInstallation, reportProcess } from './operations/index.ts'
import { migrate, openDb } from './schema.ts'

parseNoOptions('npm run server   answers HTTP at HOST and PORT; docs/operating.md lists all environment variables')
const config = readProcessConfig()
const log = createLog(config)
const monitor = new Monitor()
await serveMonitor(config, monitor, log)
const urls = await prepareDatabase(config, migrate, log)
const db = await openDb(urls.app, getPoolOptions('server', config))
const context: Context = { config, db, files: await createFiles(config) }
const app = await buildApp(context, { log, monitor })

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
process.once('disconnect', () => void stop('the parent process has gone'))

try {
  await app.listen({ host: config.HOST, port: config.PORT })
  const { port } = app.server.address() as { port: number }
  log.info({ port, staff: config.PUBLIC_URL, alumni: config.CHAMPIONS_URL }, 'the server listens')
  process.send?.('listening')
} catch (error) {
  const message = describePortProblem(error, 'PORT', config.PORT)
  if (!message) throw error
  console.error(message)
  process.exit(1)
}
void examineAtStart(createInstallation(context, urls), log)
const report = reportProcess({ ...context, program: 'server', monitor, log })

/** Fails `/up` and `/ready`, so that a load balancer redirects requests, then stops. A second signal exits at once. */
async function stop(reason: string): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  monitor.readiness.isDraining = true
  log.info({ reason }, 'stopping')
  setTimeout(() => process.exit(1), config.SHUTDOWN_DELAY_MS + 60_000).unref()
  await pause(config.SHUTDOWN_DELAY_MS)
  await report.stop()
  await app.close()
  await db.destroy()
  log.info('stopped')
  process.exit(0)
}
