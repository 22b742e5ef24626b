import type pg from 'pg'
import { copiedRows } from './database.ts'
import type { Everyone } from './everyone.ts'
import { NameOrder } from './name-order.ts'
import { People } from './people.ts'
import { eventOf } from './person.ts'
import { inOrderOfNames } from './sort.ts'
import { Suggestions } from './suggestions.ts'
import { selectAll, tables, type Row, type Table } from './tables.ts'

/** Reads everyone by COPY, the alumni first and then all other tables side by side. */
export async function readEveryone(pool: pg.Pool, signal: AbortSignal): Promise<Everyone> {
  const people = new People()
  const read = (table: Table) =>
    table.name === 'engagements' ? readEngagements(pool, people, signal) : readInOrder(pool, people, table, signal)
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

/** One row for each event among some 130,000 engagements: BUID and day of each, as `B00000001`'s digits with `82000` behind them. */
const byEvent = `
  select activity_code, description, string_agg(substr(buid, 2) || (engagement_date - date '1800-01-01'), ',')
  from engagements group by activity_code, description, id >> 17`

/** Engagements are read in the order of storage: sorting millions of them by person is faster done here. */
async function readEngagements(pool: pg.Pool, people: People, signal: AbortSignal): Promise<void> {
  const [owners, events, days] = [new Numbers(), new Numbers(), new Numbers()]
  const { events: dictionary } = people.dictionaries
  for await (const rows of copiedRows(pool, byEvent, signal)) {
    for (const [activity, description, list] of rows) {
      const event = dictionary.use(eventOf(activity!, description ?? ''))
      const before = owners.length
      for (let at = 0; at < list!.length;) {
        const slot = people.slotOfNumber(numberAt(list!, at, at + buidDigits))
        const end = (list!.indexOf(',', at) + 1 || list!.length + 1) - 1
        // Someone who was added since the people were read comes with the changes.
        if (slot !== undefined) {
          owners.push(slot)
          events.push(event)
          days.push(numberAt(list!, at + buidDigits, end))
        }
        at = end + 1
      }
      dictionary.retain(event, owners.length - before - 1)
    }
  }
  people.engagements.fill(people.length, owners.taken(), events.taken(), days.taken())
  people.noteAllDays()
}

const buidDigits = 8

/** The number that is written from one place to before another, without a text made of it. */
function numberAt(text: string, from: number, to: number): number {
  const isNegative = text[from] === '-'
  let number = 0
  for (let at = isNegative ? from + 1 : from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48
  return isNegative ? -number : number
}

/** A list of whole numbers that grows. */
class Numbers {
  #values = new Int32Array(65_536)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  taken(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}
