import { oneAtATime } from '../process/one-at-a-time.ts'
import type { Counter, counters, Histogram, histograms, LabelsOf, Readings } from './metrics.ts'
import { Readiness } from './readiness.ts'
import { withinTime } from './within-time.ts'

/** Reads some gauges; the parts of the application register theirs. */
export type Reader = () => Readings | Promise<Readings>

/** Takes what is counted, where a port is open for it. */
export type Recorder = {
  count<Name extends Counter>(name: Name, labels: LabelsOf<(typeof counters)[Name]>, by?: number): void
  observe<Name extends Histogram>(name: Name, labels: LabelsOf<(typeof histograms)[Name]>, value: number): void
}

const patienceMs = 2000

/** The state of this process: whether it is ready, and its figures. */
export class Monitor {
  readonly readiness = new Readiness()
  recorder: Recorder | undefined
  readonly #readers: Reader[] = []

  add(...readers: Reader[]): void {
    this.#readers.push(...readers)
  }

  /** All gauges now. What cannot be read in two seconds is left out; those who ask at once share the answer. */
  readonly read = oneAtATime(async () => {
    const parts = await Promise.all(
      this.#readers.map((read) => withinTime(patienceMs, Promise.try(read)).catch(() => ({}))),
    )
    return Object.assign({}, ...parts) as Readings
  })
}
