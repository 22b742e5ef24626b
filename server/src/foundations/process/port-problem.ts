/** Returns why a port cannot be used and what to do, or undefined for other errors. `variable` configures the port. */
export function describePortProblem(error: unknown, variable: string, port: number): string | undefined {
  const { code } = error as { code?: string }
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Set ${variable} to another one.`
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set ${variable} to another one.`
  return undefined
}
