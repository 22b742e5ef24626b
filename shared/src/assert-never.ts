/** Ends a switch over a union, so that an unhandled case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`)
}
