import type { App, Context } from '../context.ts'
import { getRequestLimitMs, runLongRequest } from '../database/request-limits.ts'

/** Adds `request.db`, and extends the database's time limits for routes with a long `handlerTimeout`. */
export function decorateDatabase(app: App, { config, db }: Context): void {
  app.decorateRequest('db', { getter: () => db })
  const usualMs = getRequestLimitMs(config)
  if (usualMs === 0) return
  app.addHook('preHandler', ({ routeOptions: { handlerTimeout } }, _reply, callback) => {
    if (handlerTimeout > usualMs) runLongRequest(handlerTimeout, callback)
    else callback()
  })
}
