import type { Allowance } from '../history.ts'
import type { Part } from '../part.ts'
import type { System } from '../system.ts'

/** A fault: `begin` breaks something and `end` mends it; `may` is seen from the one until a little after the other. */
export type Fault = { of: string; may: Allowance[]; begin(): unknown; end(): unknown }
export type Below = (bound: number) => number
/** `missing`: why it cannot be had here. */
export type Kind = {
  name: string
  missing?: (system: System) => string | undefined
  make(system: System, below: Below): Fault
}

export function oneOf<T>(list: readonly T[], below: Below): T {
  return list[below(list.length)]!
}

/**
 * A server that ends breaks off what it was asked, and a balancer tells so; a worker may have sent a letter of which it
 * could not tell.
 */
export function mayOfKill(system: System, part: Part): Allowance[] {
  if (part.isServer && system.balancer) return []
  return part.isServer ? [`no-answer-${system.servers.indexOf(part) as 0 | 1}`] : ['letter-twice']
}
