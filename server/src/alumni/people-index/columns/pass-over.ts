import { flag, type People } from './people.ts'

const sliceMs = 4
const peoplePerLook = 256

/**
 * Calls `count` once for the slot of everyone on file, as they are now: whoever changes while it runs is counted before
 * the change. It lets other questions through every few milliseconds.
 */
export async function passOver(people: People, count: (slot: number) => void): Promise<void> {
  const slots = people.length
  const isWaiting = people.flags.values.slice(0, slots).map((flags) => flags & flag.alive)
  const visit = (slot: number) => {
    if (!isWaiting[slot]) return
    isWaiting[slot] = 0
    count(slot)
  }
  people.beforeChange.add(visit)
  try {
    let pauseAt = performance.now() + sliceMs
    for (let slot = 1; slot < slots; slot++) {
      visit(slot)
      if (slot % peoplePerLook > 0 || performance.now() < pauseAt) continue
      await yieldToEventLoop()
      pauseAt = performance.now() + sliceMs
    }
  } finally {
    people.beforeChange.delete(visit)
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
