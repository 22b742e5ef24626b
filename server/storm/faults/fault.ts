import type { Allowance } from '../history.ts'
import type { Part } from '../part.ts'
import type { System } from '../system.ts'

/** `may` lists the symptoms that are allowed from `begin` until a little after `end`. */
export type Fault = { of: string; may: Allowance[]; begin(): unknown; end(): unknown }
export type Below = (bound: number) => number
/** `missing` returns why this machine cannot cause the fault. */
export type Kind = {
  name: string
  missing?: (system: System) => string | undefined
  make(system: System, below: Below): Fault
}

export function oneOf<T>(list: readonly T[], below: Below): T {
  return list[below(list.length)]!
}

/**
 * A killed server drops its connections, unless there is a balancer; a killed worker may have sent a letter without a
 * record.
 */
export function mayOfKill(system: System, part: Part): Allowance[] {
  if (part.isServer && system.balancer) return []
  return part.isServer ? [`no-answer-${system.servers.indexOf(part) as 0 | 1}`] : ['letter-twice']
}
