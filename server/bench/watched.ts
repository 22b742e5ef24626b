import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../src/foundations/process/free-port.ts'
import type { DemoDatabase } from './demo-database.ts'
import { askFor, compared } from './latencies.ts'
import { startProcess } from './processes.ts'
import { ratioLine } from './report.ts'

const path = '/api/alumni?name=mary+smith'

/** Measures the cost of figures and traces: the slowest of a hundred suggestions, beside a server without. */
export async function benchWatched(database: DemoDatabase, runs: number): Promise<void> {
  const collector = createServer((request, reply) => request.resume().on('end', () => reply.end('{}')))
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const monitorPort = await freePort()
  const settings = {
    without: {},
    'figures, read each second': { MONITOR_PORT: String(monitorPort) },
    traces: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` },
    'traces, collector away': { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
  }
  const goals = [1, 1.02, 1.1, 1.1]
  const servers = []
  try {
    for (const more of Object.values(settings)) servers.push(await startProcess('server', database, more))
    const scrape = setInterval(
      () => void askFor(`http://127.0.0.1:${monitorPort}/metrics`)().catch(console.error),
      1000,
    )
    const took = await compared(
      servers.map(({ url }) => askFor(url + path)),
      runs,
    )
    clearInterval(scrape)
    const [without] = took
    for (const [nth, name] of Object.keys(settings).entries())
      if (nth > 0)
        console.log(ratioLine(`${name}, p99`, { work: took[nth]!.p99, limit: without!.p99 }, 'without', goals[nth]!))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    collector.close()
  }
}
