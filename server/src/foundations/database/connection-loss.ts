/** Returns whether PostgreSQL was unreachable or a read-only standby, in which case a later connection may succeed. */
export function isLossOfConnection(error: unknown): boolean {
  return listCauses(error).some(
    ({ code = '', message, severity }) =>
      /^(08(?!P01)|57P0[123]|25P03|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
        code,
      ) ||
      // Text with a NUL character also causes this code, but with severity ERROR.
      (code === '08P01' && severity === 'FATAL') ||
      /^PostgreSQL was lost$|Connection terminated|^timeout expired$|timeout exceeded when trying to connect|^Query read timeout$|Client (has encountered a connection error|was closed and is not queryable)/.test(
        message,
      ),
  )
}

export class IgnoredOptions extends Error {}

/** Returns whether a connection pooler rejects or ignores our `options`. Retrying does not help. */
export function isOptionsRefusal(error: unknown): boolean {
  return listCauses(error).some(
    (cause) =>
      cause instanceof IgnoredOptions ||
      (cause.code === '08P01' && cause.message.includes('unsupported startup parameter')),
  )
}

/** Returns the SQLSTATE of a PostgreSQL error, even if a library has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  return listCauses(error).find(({ code }) => code && /^[0-9A-Z]{5}$/.test(code))?.code
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** Ignores that a concurrent process has created the same database or role. Throws other errors. */
export function ignoreDuplicate(error: unknown): void {
  if (!isUniqueViolation(error) && !/^42(?:P04|710)$/.test(sqlState(error) ?? '')) throw error
}

type DatabaseError = Error & { code?: string; severity?: string }

function listCauses(error: unknown): DatabaseError[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : []
}
