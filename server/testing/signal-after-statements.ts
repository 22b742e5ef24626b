import pg from 'pg'

/** Sends `signal` to this process right after it has sent this many statements to PostgreSQL. */
export function signalAfterStatements(statements: number, signal: NodeJS.Signals): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let sent = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const result = query.apply(this, args)
    if (++sent === statements) setImmediate(() => process.kill(process.pid, signal))
    return result
  } as typeof pg.Client.prototype.query
}
