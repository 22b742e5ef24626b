import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { scaleTimeout } from '../../../testing/machine.ts'
import { startProgram, type ProgramName } from '../../../testing/program.ts'
import { createTestDatabase, runOn } from '../../../testing/test-database.ts'
import { projectRoot } from '../../foundations/process/config.ts'
import { alerts, isFiring, type Alert } from './alerts.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-series-'))
const running: { stop(): unknown }[] = []
afterAll(async () => {
  for (const process of running) await process.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(name: ProgramName) {
  const BACKUP_URL = pathToFileURL(join(dataDir, 'backups')).href
  const program = await startProgram(name, {
    ...database,
    dataDir,
    env: { MONITOR_PORT: '0', BACKUP_URL, BACKUP_SCHEDULE: 'off' },
  })
  running.push(program)
  const timing = { timeout: scaleTimeout(60_000) }
  await vi.waitUntil(() => program.log().includes('the monitor listens'), timing)
  const monitor = `http://127.0.0.1:${/"port":(\d+)[^\n]*the monitor listens/.exec(program.log())![1]}`
  await vi.waitUntil(async () => (await fetch(`${monitor}/ready`)).status === 200, timing)
  return { ...program, scrape: async () => (await fetch(`${monitor}/metrics`)).text() }
}

const server = await start('server')
const worker = await start('worker')
const scrapeBoth = async () => [await server.scrape(), await worker.scrape()].join('\n')

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const seriesIn = (text: string) => [...new Set(text.match(/alumni_\w+(?:\{[^}]*\})?/g))]
type Panels = { panels: { targets?: { expr: string }[] }[] }
const { panels } = JSON.parse(read('ops/grafana/dashboard.json')) as Panels
const queries = {
  'the alerts': Object.values<Alert>(alerts).flatMap(({ figure: { query, provided = [] } }) =>
    [query].concat(provided),
  ),
  'the dashboard': panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
}

function isThere(series: string, lines: string[]): boolean {
  const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!
  const labelPatterns = [...labels.matchAll(/(\w+)(=~?)"([^"]*)"/g)]
  return lines.some(
    (line) =>
      new RegExp(`^${name}[{ ]`).test(line) &&
      labelPatterns.every(([, label, how, value]) => {
        const found = new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1]
        return found !== undefined && (how === '=' ? found === value : new RegExp(`^(?:${value})$`).test(found))
      }),
  )
}

test.each(Object.entries(queries))(
  'a server and a worker that have just started have every series that %s name',
  async (_, exprs) => {
    await fetch(`${server.url}/login`)
    const series = seriesIn(exprs.join('\n'))
    expect(series.length).toBeGreaterThan(10)
    // A histogram has no series before the first request.
    await expect.poll(scrapeBoth).toContain('alumni_request_seconds_count{')
    const lines = (await scrapeBoth()).split('\n')
    expect(series.filter((query) => !isThere(query, lines))).toEqual([])
  },
)

test('a last backup of yesterday counts as old in Prometheus and in the worker’s letters', async () => {
  const age = async () => Number(/^alumni_backup_age_seconds (\S+)$/m.exec(await worker.scrape())?.[1])
  expect(await age()).toBeLessThan(3600)
  await runOn(
    database.owner,
    `insert into backups (id, state, target, started_at, finished_at)
      values ('b1', 'whole', '', now() - interval '27 hours', now() - interval '27 hours')`,
  )
  // A drill with a backup of another installation does not count.
  await runOn(database.owner, "insert into backups (id, state, target, drilled_at) values ('b2', 'whole', '', now())")
  await expect.poll(age).toBeGreaterThan(26 * 3600)
  expect(isFiring(alerts.BackupOld, [{ alumni_backup_age_seconds: await age() }])).toBe(true)
})
