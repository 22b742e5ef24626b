import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import { isProbe } from './probe.ts'
import { refuse, type Refusal } from './refusal.ts'

/** Replies 503 while the server is overloaded. Opt-outs are exempt, because mail programs do not retry them. */
export function refuseOverload(app: App, { institution, MAX_RUNNING_REQUESTS, MAX_EVENT_LOOP_DELAY_MS }: Config): void {
  const delay = measureDelay(app)
  let running = 0
  app.addHook('onRequest', async (request, reply) => {
    const isLate = MAX_EVENT_LOOP_DELAY_MS > 0 && delay.ms >= MAX_EVENT_LOOP_DELAY_MS
    const isTooMuch = running >= MAX_RUNNING_REQUESTS || isLate
    const isOptOut = request.method === 'POST' && app.guard.isOptOut(request.raw)
    if (isTooMuch && !isProbe(request.routeOptions.url) && !isOptOut)
      return refuse(toRefusal(running, delay.ms), institution, request, reply)
    running += 1
    let isRunning = true
    const finish = () => {
      if (isRunning) running -= 1
      isRunning = false
    }
    reply.raw.once('finish', finish).once('close', finish)
  })
}

const checkIntervalMs = 250

/** Averages timer delays over about a second. Node's histogram would miss delays longer than its interval. */
function measureDelay(app: App): { ms: number } {
  const delay = { ms: 0 }
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay.ms = (delay.ms + Math.max(0, now - last - checkIntervalMs)) / 2
    last = now
  }, checkIntervalMs).unref()
  app.addHook('onClose', () => clearInterval(timer))
  return delay
}

function toRefusal(running: number, lateMs: number): Refusal {
  const error = 'The service is very busy at the moment. Try again in a few seconds.'
  return {
    tag: '[overload]',
    facts: { running, late_ms: Math.round(lateMs) },
    problem: { status: 503, body: { error }, headers: { 'retry-after': '5' } },
  }
}
