import type { App, Context } from '../context.ts'
import { getRequestLimitMs, runLongRequest } from '../database/request-limits.ts'

/** Gives each request `db`; the database takes as long as the route may, where that is longer than usual. */
export function requestDatabase(app: App, { config, db }: Context): void {
  app.decorateRequest('db', { getter: () => db })
  const usualMs = getRequestLimitMs(config)
  if (usualMs === 0) return
  app.addHook('preHandler', ({ routeOptions: { handlerTimeout } }, _reply, done) => {
    if (handlerTimeout > usualMs) runLongRequest(handlerTimeout, done)
    else done()
  })
}
