import type { EntityManager, Orm } from '../../database/orm.ts'
import { FreshCopy } from '../fresh-copy.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { readAllEngagements } from './read-engagements.ts'
import { peopleInSteps, readPeople } from './read-people.ts'
import { inOrderOfNames } from './sort.ts'

type Everyone = { people: People; byName: NameOrder }

/** The people that the search runs through, with all their records. */
export class FreshPeople extends FreshCopy<Everyone> {
  constructor(orm: Orm) {
    super(orm, {
      tables: ['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements', 'champion_signups'],
      readAll,
      reread,
      slots: ({ people }) => people,
    })
  }
}

async function readAll(em: EntityManager, signal: AbortSignal): Promise<Everyone> {
  const people = new People()
  for await (const step of peopleInSteps(em, signal)) for (const person of step) people.add(person)
  await people.arrange(inOrderOfNames(people))
  await readAllEngagements(em, people, signal)
  return { people, byName: new NameOrder(people) }
}

async function reread(em: EntityManager, { people }: Everyone, buids: string[]): Promise<void> {
  const present = await readPeople(em, buids)
  for (const buid of buids) {
    const slot = people.slotOf(buid)
    if (slot !== undefined) people.remove(slot)
  }
  for (const person of present) people.add(person)
}
