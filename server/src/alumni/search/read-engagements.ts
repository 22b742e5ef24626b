import { sql } from 'kysely'
import type { EntityManager } from '../../database/orm.ts'
import type { People } from './people.ts'

const perStep = 100_000

/** Gives everyone in `people` their engagements, read in the order of storage: sorting them by person is faster done here than by an index there. */
export async function readAllEngagements(em: EntityManager, people: People): Promise<void> {
  const steps: Step[] = []
  const counts = new Int32Array(people.ids.length)
  for (let last = 0; ; ) {
    const step = await readStep(em, people, last)
    if (!step) break
    for (const slot of step.slots) counts[slot]!++
    steps.push(step)
    last = step.last
  }
  people.engagements.fill(counts.map((count) => count * 2), (put) => {
    for (const { slots, activities, days } of steps) slots.forEach((slot, at) => put(slot, activities[at]!, days[at]!))
  })
  people.findLastEngaged()
}

type Step = { slots: Int32Array; activities: Int32Array; days: Int32Array; last: number }
type Row = { buids: string | null; activities: string; days: string; last: string }

async function readStep(em: EntityManager, people: People, last: number): Promise<Step | undefined> {
  const { rows } = await sql<Row>`
    select string_agg(buid, ',') as buids, string_agg(activity_code, e'\u001f') as activities, string_agg((engagement_date - date '1800-01-01')::text, ',') as days, max(id) as last
    from (select * from engagements where id > ${last} order by id limit ${perStep}) step
  `.execute(em.getKysely())
  const row = rows[0]!
  if (row.buids === null) return undefined
  const slots = row.buids.split(',').map((buid) => people.slotOf(buid) ?? -1)
  const { activities } = people.dictionaries
  // Someone who was added since the people were read comes with the changes.
  const known = slots.filter((slot) => slot >= 0)
  const isKnown = (_: unknown, at: number) => slots[at]! >= 0
  return {
    slots: Int32Array.from(known),
    activities: Int32Array.from(row.activities.split('\u001f').filter(isKnown), (activity) => activities.use(activity)),
    days: Int32Array.from(row.days.split(',').filter(isKnown), Number),
    last: Number(row.last),
  }
}
