import { Agent, get, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export type Latency = { p50: number; p99: number }
export type Ask = () => Promise<unknown>

const perSecond = 50
const agent = new Agent({ keepAlive: true })

export function askFor(url: string, headers: OutgoingHttpHeaders = {}): Ask {
  return () =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (reply) => {
        if (reply.statusCode === 200) return resolve(text(reply))
        reply.resume()
        reject(new Error(`${url}: ${reply.statusCode}`))
      }).on('error', reject)
    })
}

/** Sends 50 requests per second in turn. Measures from the scheduled time, so that a stall counts for all requests. */
export async function latencies(asks: Ask[], lasts: number | Promise<unknown>): Promise<Latency[]> {
  const took = asks.map((): number[] => [])
  const requests: Promise<void>[] = []
  let isOver = false
  const end = (typeof lasts === 'number' ? pause(lasts * 1000) : lasts).finally(() => (isOver = true))
  const start = performance.now()
  for (let nth = 0; !isOver; nth++) {
    const due = start + (nth * 1000) / (perSecond * asks.length)
    await pause(Math.max(0, due - performance.now()))
    const askIndex = nth % asks.length
    requests.push(asks[askIndex]!().then(() => void took[askIndex]!.push(performance.now() - due)))
  }
  await Promise.all([end, ...requests])
  return took.map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { p50: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
  })
}
