import { setTimeout as pause } from 'node:timers/promises'

export type Latency = { p50: number; p99: number; rate: number; failed: number }

/**
 * Asks `perSecond` times a second, whether the answers come or not, and measures each from when it was due: a server
 * that stands still for a moment makes all of them late that come in it.
 */
export async function latencies(url: string, seconds: number, perSecond = 100): Promise<Latency> {
  const took: number[] = []
  let failed = 0
  const start = performance.now()
  const asked = Array.from({ length: seconds * perSecond }, async (_, nth) => {
    const due = start + (nth * 1000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    const { ok } = await fetch(url).then(
      async (reply) => ({ ok: reply.ok, body: await reply.arrayBuffer() }),
      () => ({ ok: false }),
    )
    if (!ok) failed += 1
    took.push(performance.now() - due)
  })
  await Promise.all(asked)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), rate: took.length / ((performance.now() - start) / 1000), failed }
}
