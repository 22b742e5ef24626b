import { setImmediate as breathe } from 'node:timers/promises'

/** A long reading in steps, until one is empty: each is asked for while the one before it is worked on. */
export async function* stepsAhead<Item>(read: (last: Item[] | undefined) => Promise<Item[]>): AsyncGenerator<Item[]> {
  for (let next = read(undefined); ; ) {
    const step = await next
    if (step.length === 0) return
    next = read(step)
    // Whoever fails at this step does not ask for the next.
    next.catch(() => undefined)
    // The question has to leave before the work begins.
    await breathe()
    yield step
  }
}
