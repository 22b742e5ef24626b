import { shareRunning } from '../process/share-running.ts'
import type { Counter, counters, Histogram, histograms, LabelsOf, Readings } from './metrics.ts'
import { Readiness } from './readiness.ts'
import { withinTime } from './within-time.ts'

export type Reader = () => Readings | Promise<Readings>

export type Recorder = {
  count<Name extends Counter>(name: Name, labels: LabelsOf<(typeof counters)[Name]>, by?: number): void
  observe<Name extends Histogram>(name: Name, labels: LabelsOf<(typeof histograms)[Name]>, value: number): void
}

const readTimeoutMs = 2000

export class Monitor {
  readonly readiness = new Readiness()
  recorder: Recorder | undefined
  readonly #readers: Reader[] = []

  add(...readers: Reader[]): void {
    this.#readers.push(...readers)
  }

  /** Reads all gauges, except those that take longer than two seconds. Concurrent callers share the result. */
  readonly read = shareRunning(async () => {
    const parts = await Promise.all(
      this.#readers.map((read) => withinTime(readTimeoutMs, Promise.try(read)).catch(() => ({}))),
    )
    return Object.assign({}, ...parts) as Readings
  })
}
