import type { App } from '../context.ts'

/**
 * While the server closes, ends each connection once its last response is sent. Node itself ends only those that are
 * idle when closing begins; any other would hold the process for its keep-alive timeout of 72 s.
 */
export function closeConnections(app: App): void {
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    app.server.once('close', () => clearInterval(closing))
  })
}
