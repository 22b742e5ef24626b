import { createHash } from 'node:crypto'
import { availableParallelism, freemem } from 'node:os'

/** Milliseconds that `measure` takes on an idle machine of 2026. */
const idleMs = 100

// Child processes inherit it, so that a run measures once.
process.env.TEST_SLOWNESS ??= String(Math.max(1, measure() / idleMs))

/** How many times slower this machine is than an idle one; at least 1. */
const slowness = Number(process.env.TEST_SLOWNESS)

/** Scales a time limit that guards against hanging to the speed of this machine. */
export function scaleTimeout(ms: number): number {
  return Math.round(ms * slowness)
}

/** One more than cores, because tests also wait; limited by free memory. */
export const testWorkers = limitByMemory(availableParallelism() + 1, 2 ** 30)

/** Two per core, because pages mostly wait; limited by free memory. */
export const journeyWorkers = limitByMemory(2 * availableParallelism(), 2 ** 30)

function limitByMemory(count: number, bytesEach: number): number {
  return Math.max(1, Math.min(count, Math.floor(freemem() / bytesEach)))
}

function measure(): number {
  const started = performance.now()
  const hash = createHash('sha512')
  const block = Buffer.alloc(2 ** 20)
  for (let round = 0; round < 60; round++) hash.update(block)
  hash.digest()
  return performance.now() - started
}
