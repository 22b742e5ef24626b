import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import { isProbe } from './probe.ts'
import { refuse, type Refusal } from './refusal.ts'

/**
 * Answers 503 at once instead of taking on what would be answered too late; recovers by itself within a second. Probes
 * are answered all the same, and so is who says no to e-mails, since mail programs do not try again. One long pause of
 * the event loop is no overload.
 */
export function overload(app: App, { institution, MAX_RUNNING_REQUESTS, MAX_EVENT_LOOP_DELAY_MS }: Config): void {
  const delay = watchDelay(app)
  let running = 0
  app.addHook('onRequest', async (request, reply) => {
    const isLate = MAX_EVENT_LOOP_DELAY_MS > 0 && delay.ms >= MAX_EVENT_LOOP_DELAY_MS
    const isTooMuch = running >= MAX_RUNNING_REQUESTS || isLate
    const isOptOut = request.method === 'POST' && app.guard.isOptOut(request.raw)
    if (isTooMuch && !isProbe(request.routeOptions.url) && !isOptOut)
      return refuse(busy(running, delay.ms), institution, request, reply)
    running += 1
    let isRunning = true
    const end = () => {
      if (isRunning) running -= 1
      isRunning = false
    }
    reply.raw.once('finish', end).once('close', end)
  })
}

const lookEveryMs = 250

/**
 * How late timers come, averaged over the last second or so. (Node's own histogram loses each delay that spans a reset,
 * and thus the long ones.)
 */
function watchDelay(app: App): { ms: number } {
  const delay = { ms: 0 }
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay.ms = (delay.ms + Math.max(0, now - last - lookEveryMs)) / 2
    last = now
  }, lookEveryMs).unref()
  app.addHook('onClose', () => clearInterval(timer))
  return delay
}

function busy(running: number, lateMs: number): Refusal {
  const error = 'The service is very busy at the moment. Try again in a few seconds.'
  return {
    tag: '[overload]',
    facts: { running, late_ms: Math.round(lateMs) },
    problem: { status: 503, body: { error }, headers: { 'retry-after': '5' } },
  }
}
