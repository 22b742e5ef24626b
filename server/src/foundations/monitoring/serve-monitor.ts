import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../process/config.ts'
import { http } from '../process/node-http.ts'
import { describePortProblem } from '../process/port-problem.ts'
import type { Monitor } from './monitor.ts'

/** Serves `GET /ready` and `GET /metrics` if MONITOR_PORT is set; exits with 1 if the port is unusable. */
export async function serveMonitor(
  { MONITOR_PORT: port, MONITOR_HOST: host }: Pick<Config, 'MONITOR_PORT' | 'MONITOR_HOST'>,
  monitor: Monitor,
  log: Logger,
): Promise<void> {
  if (port === undefined) return
  const { createMetricsRenderer } = await import('./exposition.ts')
  const { contentType, text } = createMetricsRenderer(monitor)
  const answers: Record<string, (reply: ServerResponse) => Promise<unknown>> = {
    async '/ready'(reply) {
      const report = await monitor.readiness.report()
      reply.writeHead(report.status === 'ready' ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' })
      reply.end(`${JSON.stringify(report, null, 2)}\n`)
    },
    async '/metrics'(reply) {
      const body = await text()
      reply.writeHead(200, { 'content-type': contentType }).end(body)
    },
  }
  const server = http.createServer(({ method, url }, reply) => {
    const answer = method === 'GET' || method === 'HEAD' ? answers[url!.split('?', 1)[0]!] : undefined
    if (!answer) return void reply.writeHead(404).end('There is GET /ready and GET /metrics here.\n')
    answer(reply).catch((error: unknown) => {
      log.warn({ err: error }, 'the monitor could not answer')
      reply.destroy()
    })
  })
  server.unref()
  try {
    await once(server.listen(port, host), 'listening')
    log.info({ port: (server.address() as AddressInfo).port }, 'the monitor listens')
  } catch (error) {
    const { code } = error as { code?: string }
    const message =
      code === 'EADDRNOTAVAIL'
        ? `MONITOR_HOST ${host} is no address of this machine.`
        : describePortProblem(error, 'MONITOR_PORT', port)
    if (!message) throw error
    console.error(message)
    process.exit(1)
  }
}
