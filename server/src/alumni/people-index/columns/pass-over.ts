import { flag, type People } from './people.ts'

const sliceMs = 4
const peoplePerSlice = 256

/**
 * Calls `count` once for the slot of everyone on file, as of now: whoever changes in the meantime is counted before the
 * change. Yields to other questions every few milliseconds.
 */
export async function passOver(people: People, count: (slot: number) => void): Promise<void> {
  const slots = people.length
  const counted = new Set<number>()
  let next = 1
  const countEarly = (slot: number) => {
    if (slot < next || slot >= slots || counted.has(slot)) return
    counted.add(slot)
    if (people.isAlive(slot)) count(slot)
  }
  people.beforeChange.add(countEarly)
  try {
    let pauseAt = performance.now() + sliceMs
    while (next < slots) {
      const { values } = people.flags
      const end = Math.min(next + peoplePerSlice, slots)
      for (; next < end; next++)
        if ((values[next]! & flag.alive) !== 0 && (counted.size === 0 || !counted.has(next))) count(next)
      if (performance.now() < pauseAt) continue
      await yieldToEventLoop()
      pauseAt = performance.now() + sliceMs
    }
  } finally {
    people.beforeChange.delete(countEarly)
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
