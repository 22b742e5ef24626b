import { setTimeout as pause } from 'node:timers/promises'

export type Latency = { p50: number; p99: number }

const perSecond = 50

/**
 * Asks each of `urls` 50 times a second, in turn, whether the answers come or not, and measures each from when it was
 * due: whatever stops the machine for a moment makes them all late.
 */
export async function latencies(urls: string[], seconds: number): Promise<Latency[]> {
  const took = urls.map((): number[] => [])
  const start = performance.now()
  const asked = Array.from({ length: seconds * perSecond * urls.length }, async (_, nth) => {
    const due = start + (nth * 1000) / (perSecond * urls.length)
    await pause(Math.max(0, due - performance.now()))
    const url = urls[nth % urls.length]!
    const reply = await fetch(url)
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
    took[nth % urls.length]!.push(performance.now() - due)
  })
  await Promise.all(asked)
  return took.map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { p50: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
  })
}
