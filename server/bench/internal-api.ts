import { openDb } from '../src/schema.ts'
import { prepared } from './prepared.ts'
import { Engine } from '../src/alumni/people-index/engine.ts'
import type { DescriptionsRequest } from '../src/alumni/people-index/index.ts'
import { listActivityDescriptions } from '../src/alumni/engagements/routes.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, ratioLine, timed } from './report.ts'

const inputs = [
  'm',
  's',
  'x',
  'ma',
  'mar',
  'mari',
  'johnz',
  'marz',
  'smith',
  'mary smith',
  'minh mc',
  'm s',
  'j q',
  'x z',
  'peggy',
  'dave z',
  'm a b',
  'j s m',
  'a b c d',
  'a a a a a',
  Array.from({ length: 200 }, (_, at) => `a${at}`).join(' '),
  'B000',
  'B0001',
  'C-000',
  'nguyen thanh',
]

/** The input with the slowest 99th percentile, compared with one query by primary key. */
export async function benchTypeahead({ app, alumni }: DemoDatabase, runs: number): Promise<void> {
  const db = await openDb(app, { max: 2, statementTimeoutMs: 0 })
  const engine = new Engine({ databaseUrl: app })
  try {
    await engine.load()
    const byKey = () => prepared(db, 'select * from alumni where id = $1', [1 + Math.floor(Math.random() * alumni)])
    const [points, times] = [[] as number[], new Map(inputs.map((name) => [name, [] as number[]]))]
    for (let run = -20; run < 100 * runs; run++) {
      for (const name of inputs) {
        const [point, work] = [await timed(byKey), await timed(() => engine.suggest(name, 10))]
        // The first rounds include planning and compilation.
        if (run < 0) continue
        points.push(point)
        times.get(name)!.push(work)
      }
    }
    const limit = percentile99(points)
    const slowest = [...times]
      .map(([name, each]) => ({ name, work: percentile99(each) }))
      .toSorted((a, b) => b.work - a.work)
    for (const { name, work } of slowest.slice(0, 3))
      console.log(ratioLine(`typeahead, ${name.slice(0, 12)}, p99`, { work, limit }, 'one primary key', 20))
    console.log(
      `     half of all answers in ${median([...times.values()].flat()).toFixed(2)} ms, of look-ups by primary key in ${median(points).toFixed(2)} ms`,
    )
  } finally {
    await engine.close()
    await db.destroy()
  }
}

/** Without filters, and the slowest of many combinations. */
export async function benchDescriptions({ app }: DemoDatabase, runs: number): Promise<void> {
  const db = await openDb(app, { max: 2, statementTimeoutMs: 0 })
  const engine = new Engine({ databaseUrl: app })
  const index = { isReady: true, describe: (asked: DescriptionsRequest) => engine.describe(asked) }
  try {
    await engine.load()
    const query = {
      activity_code: 'event_attended',
      start_date: undefined,
      end_date: undefined,
      college: undefined,
      year: undefined,
    }
    const time = async (filters: Partial<Record<'start_date' | 'end_date' | 'college', string>> & { year?: number }) =>
      median(await several(runs * 3, () => listActivityDescriptions(db, index, { ...query, ...filters }, '07-01')))
    console.log(boundLine('descriptions', await time({}), 20, 'ms'))
    console.log(boundLine('… of a month', await time({ start_date: '2025-10-01', end_date: '2025-10-31' }), 20, 'ms'))
    const filtered = [
      await time({ college: 'AS' }),
      await time({ college: 'XX' }),
      await time({ year: 1965 }),
      await time({ year: 1995 }),
      await time({ year: 2026 }),
      await time({ college: 'EN', year: 2020, start_date: '2020-01-01' }),
    ]
    console.log(boundLine('… of a college and year, the slowest', Math.max(...filtered), 20, 'ms'))
  } finally {
    await engine.close()
    await db.destroy()
  }
}

async function several(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let run = 0; run < times; run++) measured.push(await timed(work))
  return measured
}

function percentile99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}
