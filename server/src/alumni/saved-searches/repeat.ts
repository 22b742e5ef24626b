import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../foundations/context.ts'

const everyMs = 10 * 60_000

/**
 * Does `work` once everyone is in the people index, and every ten minutes until the server closes; a failure is a
 * warning.
 */
export function repeatWhileListening(app: App, failed: string, work: (signal: AbortSignal) => Promise<void>): void {
  const closing = new AbortController()
  app.addHook('onListen', () => {
    void (async () => {
      while (!closing.signal.aborted) {
        await app.peopleIndex
          .catchUp()
          .then(() => work(closing.signal))
          .catch((error: unknown) => app.log.warn(error, failed))
        await pause(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    })()
  })
  app.addHook('onClose', () => closing.abort())
}
