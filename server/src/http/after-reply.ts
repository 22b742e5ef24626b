import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Work that the caller must not notice, such as a letter to an address that may be unknown. Shutdown waits for it. */
    afterReply(work: () => Promise<void>): void
    /** Resolves when all such work is done. */
    repliesSettled(): Promise<void>
  }
}

export function afterReply(app: App): void {
  const running = new Set<Promise<void>>()
  const settled = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  app.decorate('afterReply', (work: () => Promise<void>) => {
    const promise = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, 'work after a reply failed'))
      .finally(() => running.delete(promise))
    running.add(promise)
  })
  app.decorate('repliesSettled', settled)
  app.addHook('onClose', settled)
}
