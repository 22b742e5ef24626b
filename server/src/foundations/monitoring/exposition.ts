import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { counters, gauges, histograms, type Gauge as GaugeName } from './metrics.ts'
import type { Monitor } from './monitor.ts'

/** Records counters and histograms of `monitor` from now on; `text` renders all metrics in the Prometheus format. */
export function createMetricsRenderer(monitor: Monitor): { contentType: string; text(): Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  const counterByName = mapValues(
    counters,
    (name, { help, labels }) => new Counter({ name, help, labelNames: labels, registers }),
  )
  const histogramByName = mapValues(
    histograms,
    (name, { help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
  )
  monitor.recorder = {
    count: (name, labels, amount = 1) => counterByName[name].inc(labels, amount),
    observe: (name, labels, value) => histogramByName[name].observe(labels, value),
  }
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await renderGauges(monitor)}`,
  }
}

/** Uses a new registry each time, so that values that are no longer reported disappear. */
async function renderGauges(monitor: Monitor): Promise<string> {
  const registry = new Registry()
  for (const [name, reading] of Object.entries(await monitor.read()) as [
    GaugeName,
    number | object | null | undefined,
  ][]) {
    if (reading === null || reading === undefined) continue
    const { help, labels = [] }: { help: string; labels?: readonly string[] } = gauges[name]
    const gauge = new Gauge({ name, help, labelNames: labels, registers: [registry] })
    if (typeof reading === 'number') gauge.set(reading)
    else for (const [label, value] of Object.entries(reading)) gauge.set({ [labels[0]!]: label }, value as number)
  }
  return registry.metrics()
}

function mapValues<Value, Name extends string, Result>(
  from: Record<Name, Value>,
  result: (name: Name, value: Value) => Result,
): Record<Name, Result> {
  const entries = Object.entries(from) as [Name, Value][]
  return Object.fromEntries(entries.map(([name, value]) => [name, result(name, value)])) as Record<Name, Result>
}
