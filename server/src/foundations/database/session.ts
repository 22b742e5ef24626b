/** The session settings of the app's connections: UTC, and a role that cannot change the schema. */
export const appSession = '-c role=alumni_app -c timezone=UTC'
export const ownerSession = '-c timezone=UTC'

/** 0 means no limit. */
export type SessionLimits = { statementTimeoutMs: number; idleInTransactionMs?: number }

export function sessionOptions({ statementTimeoutMs, idleInTransactionMs = 20_000 }: SessionLimits): string {
  const settings = {
    role: 'alumni_app',
    timezone: 'UTC',
    datestyle: 'ISO',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // A job is removed from the queue after its work commits, so a crash must not lose the commit.
    synchronous_commit: 'on',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
