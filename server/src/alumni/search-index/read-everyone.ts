import type pg from 'pg'
import { copiedRows } from './database.ts'
import type { Everyone } from './everyone.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { eventOf } from './person.ts'
import { inOrderOfNames } from './sort.ts'
import { Suggestions } from './suggestions.ts'
import { engagementOf, selectAll, tables, type Row, type Table } from './tables.ts'

/** Reads everyone by COPY, the alumni first and then all other tables side by side. */
export async function readEveryone(pool: pg.Pool, signal: AbortSignal): Promise<Everyone> {
  const people = new People()
  const read = (table: Table) => (table.order ? readInOrder : readEngagements)(pool, people, table, signal)
  const [alumni, ...others] = tables
  await read(alumni!)
  people.arrange(inOrderOfNames(people))
  await Promise.all(others.map(read))
  return { people, byName: new NameOrder(people, people.everyone()), suggestions: new Suggestions(people) }
}

/** Rows of one person come behind each other. */
async function readInOrder(pool: pg.Pool, people: People, table: Table, signal: AbortSignal): Promise<void> {
  let rows: Row[] = []
  for await (const step of copiedRows(pool, selectAll(table), signal)) {
    for (const row of step) {
      if (rows.length > 0 && rows[0]![0] !== row[0]) {
        table.apply(people, rows[0]![0]!, rows)
        rows = []
      }
      rows.push(row)
    }
  }
  if (rows.length > 0) table.apply(people, rows[0]![0]!, rows)
}

/** Engagements are read as they are stored: sorting millions of them by person is faster done here. */
async function readEngagements(pool: pg.Pool, people: People, table: Table, signal: AbortSignal): Promise<void> {
  const [owners, events, days] = [new Numbers(), new Numbers(), new Numbers()]
  for await (const rows of copiedRows(pool, selectAll(table), signal)) {
    for (const row of rows) {
      const slot = people.slotOf(row[0]!)
      // Someone who was added since the people were read comes with the changes.
      if (slot === undefined) continue
      const { activity, description, day } = engagementOf(row)
      owners.push(slot)
      events.push(people.dictionaries.events.use(eventOf(activity, description)))
      days.push(day)
    }
  }
  people.engagements.fill(people.length, owners.taken(), events.taken(), days.taken())
  people.noteAllDays()
}

/** A list of whole numbers that grows. */
class Numbers {
  #values = new Int32Array(65_536)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  taken(): Int32Array {
    return this.#values.subarray(0, this.#length)
  }
}
