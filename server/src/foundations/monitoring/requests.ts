import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitNames } from '@alumni/shared/operations/protection'
import type { App } from '../context.ts'
import { isProbe } from '../http/probe.ts'
import { getRefusal } from '../http/refusal.ts'
import type { Monitor } from './monitor.ts'

/** Counts requests by route pattern, except probes. Returns a function for requests that skip the hooks. */
export function measureRequests(
  app: App,
  monitor: Monitor,
): (request: FastifyRequest, reply: FastifyReply, ms: number) => void {
  const recent = new RecentRequests()
  startAtZero(monitor)
  monitor.add(() => ({ alumni_recent_requests: recent.read() }))
  const measure = (request: FastifyRequest, { statusCode }: FastifyReply, ms: number) => {
    const route = request.routeOptions?.url ?? 'none'
    if (isProbe(route)) return
    recent.add(statusCode >= 500, ms > slowMs)
    const { recorder } = monitor
    if (!recorder) return
    recorder.count('alumni_requests_total', { route, status: `${Math.floor(statusCode / 100)}xx` })
    recorder.observe('alumni_request_seconds', { route }, ms / 1000)
    const refusal = getRefusal(request)
    const reason = refusal && String(refusal.facts.limit ?? refusal.facts.rule ?? refusal.tag.slice(1, -1))
    if (reason) recorder.count('alumni_requests_refused_total', { reason })
  }
  app.addHook('onResponse', async (request, reply) => measure(request, reply, reply.elapsedTime))
  return measure
}

/** Starts the counters at zero, so that rates exist before the first event. */
function startAtZero({ recorder }: Monitor): void {
  for (const status of ['2xx', '3xx', '4xx', '5xx'])
    recorder?.count('alumni_requests_total', { route: 'none', status }, 0)
  for (const reason of [...limitNames, 'fail2ban', 'overload'])
    recorder?.count('alumni_requests_refused_total', { reason }, 0)
}

const slowMs = 1000
const [sliceMs, slices] = [30_000, 10]
const outcomes = { all: 0, failed: 0, slow: 0 }

export class RecentRequests {
  readonly #now: () => number
  #slices: { index: number; counts: typeof outcomes }[] = []

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  add(isFailed: boolean, isSlow: boolean): void {
    const index = Math.floor(this.#now() / sliceMs)
    let slice = this.#slices.at(-1)
    if (slice?.index !== index) {
      slice = { index, counts: { ...outcomes } }
      this.#slices = [...this.#slices.slice(1 - slices), slice]
    }
    slice.counts.all += 1
    if (isFailed) slice.counts.failed += 1
    if (isSlow) slice.counts.slow += 1
  }

  read(): typeof outcomes {
    const first = Math.floor(this.#now() / sliceMs) - slices + 1
    const sum = { ...outcomes }
    for (const { index, counts } of this.#slices)
      if (index >= first) for (const name of ['all', 'failed', 'slow'] as const) sum[name] += counts[name]
    return sum
  }
}
