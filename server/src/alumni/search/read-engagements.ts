import { sql } from 'kysely'
import type { EntityManager } from '../../database/orm.ts'
import { stepsAhead } from '../steps-ahead.ts'
import type { People } from './people.ts'
import { eventOf } from './person.ts'

const perStep = 100_000

/** Gives everyone in `people` their engagements, read in the order of storage: sorting them by person is faster done here than by an index there. */
export async function readAllEngagements(em: EntityManager, people: People, signal: AbortSignal): Promise<void> {
  const steps: Step[] = []
  const counts = new Int32Array(people.ids.length)
  for await (const rows of stepsAhead(signal, (last: Row[] | undefined) => readRows(em, last))) {
    const step = stepOf(people, rows)
    for (const slot of step.slots) counts[slot]!++
    steps.push(step)
  }
  people.engagements.fill(
    counts.map((count) => count * 2),
    (put) => {
      for (const { slots, events, days } of steps) slots.forEach((slot, at) => put(slot, events[at]!, days[at]!))
    },
  )
  people.noteDays()
}

type Step = { slots: Int32Array; events: Int32Array; days: Int32Array }
type Row = { activity_code: string; description: string; people: string; days: string; last: string }

/** The next engagements, one row for each event among them. */
async function readRows(em: EntityManager, before: Row[] = []): Promise<Row[]> {
  const last = before.reduce((most, row) => Math.max(most, Number(row.last)), 0)
  const { rows } = await sql<Row>`
    select activity_code, coalesce(description, '') as description, string_agg(substr(buid, 2), ',') as people, string_agg((engagement_date - date '1800-01-01')::text, ',') as days, max(id) as last
    from (select * from engagements where id > ${last} order by id limit ${perStep}) step group by 1, 2
  `.execute(em.getKysely())
  return rows
}

function stepOf(people: People, rows: Row[]): Step {
  const step = { slots: new Int32Array(perStep), events: new Int32Array(perStep), days: new Int32Array(perStep) }
  let count = 0
  for (const row of rows) {
    const days = row.days.split(',')
    const event = people.dictionaries.events.use(eventOf(row.activity_code, row.description), days.length)
    row.people.split(',').forEach((buid, at) => {
      const slot = people.slotOfNumber(Number(buid))
      // Someone who was added since the people were read comes with the changes.
      if (slot === undefined) return
      step.slots[count] = slot
      step.events[count] = event
      step.days[count++] = Number(days[at])
    })
  }
  return {
    slots: step.slots.subarray(0, count),
    events: step.events.subarray(0, count),
    days: step.days.subarray(0, count),
  }
}
