import type { EntityManager, Orm } from '../../database/orm.ts'
import { FreshCopy } from '../fresh-copy.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { readAllEngagements } from './read-engagements.ts'
import { readPeople, readPeopleAfter } from './read-people.ts'

type Everyone = { people: People; byName: NameOrder }

/** The people that the search runs through, with all their records. */
export class FreshPeople extends FreshCopy<Everyone> {
  constructor(orm: Orm) {
    super(orm, { tables: ['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements', 'champion_signups'], readAll, reread, isWorn })
  }
}

const perStep = 2000

async function readAll(em: EntityManager, signal: AbortSignal): Promise<Everyone> {
  const [people, byName] = [new People(), new NameOrder()]
  for (let last = 0; ; ) {
    const step = await readPeopleAfter(em, last, perStep)
    signal.throwIfAborted()
    if (step.length === 0) break
    for (const person of step) people.add(person)
    byName.include(people)
    last = step.at(-1)!.id
  }
  await readAllEngagements(em, people)
  return { people, byName }
}

async function reread(em: EntityManager, { people }: Everyone, buids: string[]): Promise<void> {
  const present = await readPeople(em, buids)
  for (const buid of buids) {
    const slot = people.slotOf(buid)
    if (slot !== undefined) people.remove(slot)
  }
  for (const person of present) people.add(person)
}

/** Former states outweigh the present ones. */
function isWorn({ people }: Everyone): boolean {
  return people.dead > Math.max(people.size, 5000)
}
