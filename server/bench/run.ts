import { parseArgs } from 'node:util'
import { benchBatchSearch } from './batch-search.ts'
import { withDemoDatabase, type DemoDatabase } from './demo-database.ts'
import { benchEvents } from './events.ts'
import { benchGuard } from './guard.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { benchIndexes } from './indexes.ts'
import { benchDescriptions, benchTypeahead } from './internal-api.ts'
import { benchSearch } from './search.ts'
import { benchStatistics } from './statistics.ts'

/** What is measured on one database of demo people, by name. */
const onDemoData: Record<string, (database: DemoDatabase, runs: number) => Promise<void>> = {
  events: benchEvents,
  search: benchSearch,
  api: benchTypeahead,
  http: benchHttp,
  descriptions: benchDescriptions,
  guard: benchGuard,
  'batch-search': benchBatchSearch,
  statistics: benchStatistics,
  indexes: benchIndexes,
}

/** `npm run bench [-- NAME …]`: makes its data, measures each kind of work beside its limit in the same run, prints the ratio. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alumni: { type: 'string', default: '300000' },
    engagements: { type: 'string', default: '3000000' },
    rows: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '3' },
  },
})
const names = ['imports', ...Object.keys(onDemoData)]
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}, only ${names.join(', ')}.`)
const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name)
const [alumni, runs] = [Number(values.alumni), Number(values.runs)]

if (isAsked('imports')) await benchImports({ alumni, rows: Number(values.rows), runs })
const asked = Object.entries(onDemoData).filter(([name]) => isAsked(name))
if (asked.length > 0) {
  await withDemoDatabase({ alumni, engagements: Number(values.engagements) }, async (database) => {
    for (const [name, bench] of asked) {
      console.log(`\n${name}`)
      await bench(database, runs)
    }
  })
}
