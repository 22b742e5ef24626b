/**
 * How every connection of the app begins: as its role, which has no DDL, and in UTC, whatever the database's own zone
 * is.
 */
export const appSession = '-c role=alumni_app -c timezone=UTC'
/** How one of the schema's owner does. */
export const ownerSession = '-c timezone=UTC'

/** How long a statement, and a pause within a transaction, may take (0: no limit). */
export type SessionShare = { statementTimeoutMs: number; idleInTransactionMs?: number }

/** How a connection of a program begins, as it asks for it when it is made. */
export function sessionOptions({ statementTimeoutMs, idleInTransactionMs = 20_000 }: SessionShare): string {
  const settings = {
    role: 'alumni_app',
    timezone: 'UTC',
    datestyle: 'ISO',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // A job goes from the queue once its work is committed: a crash must not take that back.
    synchronous_commit: 'on',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
