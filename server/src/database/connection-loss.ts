/** Whether an error means that PostgreSQL was not there, rather than that it refused something: worth another try later. */
export function isLossOfConnection(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string }
    if (
      code &&
      /^(08(?!P01)|57P0[123]|25P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code)
    )
      return true
    if (
      /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true
  }
  return false
}

/** The SQLSTATE of an error from PostgreSQL, also where a library has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string }
    if (code && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}
