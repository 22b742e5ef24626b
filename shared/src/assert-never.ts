/** Ends a switch that must handle every case: a forgotten one does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`)
}
