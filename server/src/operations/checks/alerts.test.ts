import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchedTools } from '../../../testing/fetched-tools.ts'
import { counters, gauges, histograms } from '../../foundations/monitoring/metrics.ts'
import { projectRoot } from '../../foundations/process/config.ts'
import { alerts, type Alert } from './alerts.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const rules = read('ops/prometheus/alerts.yml')
const dashboard = JSON.parse(read('ops/grafana/dashboard.json')) as Dashboard
type Dashboard = { panels: { id: number; title: string; gridPos: Box; targets?: { expr: string }[] }[] }
type Box = { x: number; y: number; w: number; h: number }

const known = new Set<string>([
  ...Object.keys({ ...counters, ...gauges }),
  ...Object.keys(histograms).flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
])
const listUnknownMetrics = (text: string) =>
  [...text.matchAll(/alumni_\w+/g)].map(([name]) => name).filter((name) => !known.has(name))

describe('alert rules', () => {
  test('use only existing metrics, and so does the dashboard', () => {
    expect(listUnknownMetrics(rules)).toEqual([])
    expect(listUnknownMetrics(JSON.stringify(dashboard))).toEqual([])
  })

  test('have one section each in the runbook, which has no others', () => {
    const headings = [...read('docs/runbook.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(Object.keys(alerts))
  })

  test('have one test each', () => {
    const stories = read('ops/prometheus/alerts.test.yml')
    for (const [name, { problem }] of Object.entries<Alert>(alerts)) {
      expect(stories.match(new RegExp(`alertname: ${name}\\b`, 'g'))?.length).toBeGreaterThanOrEqual(3)
      expect(stories).toContain(`summary: '${problem}'`)
    }
  })
})

test('the dashboard shows every metric, and its panels do not overlap', () => {
  const { panels } = dashboard
  const panelsText = JSON.stringify(panels)
  expect(Object.keys({ ...counters, ...gauges, ...histograms }).filter((name) => !panelsText.includes(name))).toEqual(
    [],
  )
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
  )
  expect(new Set(places).size).toBe(places.length)
  expect(places.filter((place) => Number(place.split('/')[0]) > 23)).toEqual([])
})

const promtool = existsSync(fetchedTools.promtool) ? fetchedTools.promtool : undefined
describe.skipIf(!promtool)(`with promtool${promtool ? '' : ' (there is none: npm test fetches it on Debian)'}`, () => {
  const run = async (...args: string[]) => (await promisify(execFile)(promtool!, args, { cwd: projectRoot })).stdout

  test('each alert fires and then resolves', async () => {
    expect(await run('check', 'rules', 'ops/prometheus/alerts.yml')).toContain(
      `SUCCESS: ${Object.keys(alerts).length} rules found`,
    )
    expect(await run('test', 'rules', 'ops/prometheus/alerts.test.yml')).toContain('SUCCESS')
  })

  test('a rule with a changed limit fails its test', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alumni-rules-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'alerts.yml'), rules.replace('> 300', '> 3000'))
    await writeFile(join(folder, 'alerts.test.yml'), read('ops/prometheus/alerts.test.yml'))
    await expect(run('test', 'rules', join(folder, 'alerts.test.yml'))).rejects.toThrow('JobsWait')
  })

  test('Prometheus accepts the query of every panel of the dashboard', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alumni-rules-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const records = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    await writeFile(join(folder, 'panels.yml'), JSON.stringify({ groups: [{ name: 'panels', rules: records }] }))
    expect(await run('check', 'rules', join(folder, 'panels.yml'))).toContain(
      `SUCCESS: ${expressions.length} rules found`,
    )
  })
})
