import { affinities } from './affinities.ts'
import { buidAt } from './crm-ids.ts'
import { namedPeople } from './named-people.ts'
import { namedAffinities } from './named-records.ts'
import { Random } from './random.ts'

/** The affinities of the person at `index`, about 1.1, none twice. */
export function membershipsAt(seed: number, index: number): { buid: string; affinity_code: string }[] {
  const buid = buidAt(index)
  if (index < namedPeople.length) return namedAffinities.filter((membership) => membership.buid === buid)
  const random = new Random(seed, index, 5)
  const codes = new Set<string>()
  let share = 0.5
  while (random.chance(share)) {
    codes.add(random.pick(affinities).code)
    share = 0.56
  }
  return [...codes].map((affinity_code) => ({ buid, affinity_code }))
}
