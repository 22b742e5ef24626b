/**
 * How every connection of the app begins: as its role, which has no DDL, and in UTC, whatever the database's own zone
 * is.
 */
export const appSession = '-c role=alumni_app -c timezone=UTC'
/** How one of the schema's owner does. */
export const ownerSession = '-c timezone=UTC'

/**
 * How long a statement may take (0: no limit), and whether a commit waits for the disk. One that does not may be lost
 * with PostgreSQL's machine, never torn or out of order.
 */
export type SessionShare = { statementTimeoutMs: number; idleInTransactionMs?: number; waitsForDisk?: boolean }

/** How a connection of a program begins, by the names of PostgreSQL's settings. */
export function sessionSettings({
  statementTimeoutMs,
  idleInTransactionMs = 20_000,
  waitsForDisk = true,
}: SessionShare): Record<string, string> {
  return {
    role: 'alumni_app',
    timezone: 'UTC',
    datestyle: 'ISO',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    synchronous_commit: waitsForDisk ? 'on' : 'off',
  }
}

/** The same, as a connection asks for it when it is made; a pooler passes none of it on. */
export function sessionOptions(share: SessionShare): string {
  return Object.entries(sessionSettings(share))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
