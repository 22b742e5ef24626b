/**
 * Whether an error means that PostgreSQL was not there, or is a standby that only reads, rather than that it refused
 * something: worth another try later, on another connection.
 */
export function isLossOfConnection(error: unknown): boolean {
  return causes(error).some(
    ({ code = '', message, severity }) =>
      /^(08(?!P01)|57P0[123]|25P03|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
        code,
      ) ||
      // A statement with a NUL character is an ERROR; a pooler gives the same code to every connection that it refuses.
      (code === '08P01' && severity === 'FATAL') ||
      /^PostgreSQL was lost$|Connection terminated|^timeout expired$|timeout exceeded when trying to connect|^Query read timeout$|Client (has encountered a connection error|was closed and is not queryable)/.test(
        message,
      ),
  )
}

/** A pooler that lets a connection with `options` in and forgets them. */
export class DroppedOptions extends Error {}

/**
 * Whether something before PostgreSQL, such as a pooler, takes no connection with our `options`: waiting does not mend
 * it.
 */
export function refusesOptions(error: unknown): boolean {
  return causes(error).some(
    (cause) =>
      cause instanceof DroppedOptions ||
      (cause.code === '08P01' && cause.message.includes('unsupported startup parameter')),
  )
}

/** The SQLSTATE of an error from PostgreSQL, also where a library has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  return causes(error).find(({ code }) => code && /^[0-9A-Z]{5}$/.test(code))?.code
}

type DatabaseError = Error & { code?: string; severity?: string }

/** The error and what it was made of. */
function causes(error: unknown): DatabaseError[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}
