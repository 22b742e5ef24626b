import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { flag, type People } from './people.ts'

const sliceMs = 4
const peoplePerSlice = 256

/** Visits everyone in their current state: people about to change come first. Yields to the event loop regularly. */
export async function visitEveryone(people: People, visit: (slot: number) => void): Promise<void> {
  const slotCount = people.length
  const visited = new Set<number>()
  let next = 1
  const visitEarly = (slot: number) => {
    if (slot < next || slot >= slotCount || visited.has(slot)) return
    visited.add(slot)
    if (people.isUsed(slot)) visit(slot)
  }
  people.changeListeners.add(visitEarly)
  try {
    let pauseAt = performance.now() + sliceMs
    while (next < slotCount) {
      const { values } = people.flags
      const end = Math.min(next + peoplePerSlice, slotCount)
      for (; next < end; next++)
        if ((values[next]! & flag.used) !== 0 && (visited.size === 0 || !visited.has(next))) visit(next)
      if (performance.now() < pauseAt) continue
      await yieldToEventLoop()
      pauseAt = performance.now() + sliceMs
    }
  } finally {
    people.changeListeners.delete(visitEarly)
  }
}
