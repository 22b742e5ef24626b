import { setImmediate as breathe } from 'node:timers/promises'

/** A long reading in steps, until one is empty or `signal` stops it with an error: each is asked for while the one before it is worked on. */
export async function* stepsAhead<Item>(
  signal: AbortSignal,
  read: (last: Item[] | undefined) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const ask = async (last?: Item[]) => {
    signal.throwIfAborted()
    return read(last)
  }
  for (let next = ask(); ;) {
    const step = await next
    if (step.length === 0) return
    next = ask(step)
    // Whoever fails at this step does not ask for the next.
    next.catch(() => undefined)
    // The question has to leave before the work begins.
    await breathe()
    yield step
  }
}
