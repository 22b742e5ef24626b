import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { counters, gauges, histograms, type Gauge as GaugeName } from './metrics.ts'
import type { Monitor } from './monitor.ts'

/** Takes from now on what is counted; answers the text of a scrape. */
export function expose(monitor: Monitor): { contentType: string; text(): Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  const counted = mapValues(
    counters,
    (name, { help, labels }) => new Counter({ name, help, labelNames: labels, registers }),
  )
  const observed = mapValues(
    histograms,
    (name, { help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
  )
  monitor.recorder = {
    count: (name, labels, by = 1) => counted[name].inc(labels, by),
    observe: (name, labels, value) => observed[name].observe(labels, value),
  }
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await gaugesNow(monitor)}`,
  }
}

/** In a registry of their own each time: a value that is gone leaves no line. */
async function gaugesNow(monitor: Monitor): Promise<string> {
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
