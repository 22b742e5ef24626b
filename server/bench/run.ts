import { z } from 'zod'
import { parseCommandLine } from '../src/foundations/process/command-line.ts'
import { benchAuditLog } from './audit-log.ts'
import { benchBackup } from './backup.ts'
import { benchBatchSearch } from './batch-search.ts'
import { benchConverter } from './converter.ts'
import { withDemoDatabase, type DemoDatabase } from './demo-database.ts'
import { benchEvents } from './events.ts'
import { benchGiving } from './giving.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { benchDescriptions, benchTypeahead } from './internal-api.ts'
import { benchListLetters } from './letters.ts'
import { benchMemory } from './memory.ts'
import { benchPortal } from './portal.ts'
import { benchReports } from './reports.ts'
import { currentRelease } from '../src/operations/releases/read-releases.ts'
import { printTable, saveFigures, startBench } from './report.ts'
import { benchScale } from './scale.ts'
import { benchSearchLoad } from './search-load.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStatistics } from './statistics.ts'

const onDemoData: Record<string, (database: DemoDatabase, runs: number) => Promise<void>> = {
  events: benchEvents,
  giving: benchGiving,
  search: benchSearch,
  'search-load': benchSearchLoad,
  api: benchTypeahead,
  http: benchHttp,
  descriptions: benchDescriptions,
  'batch-search': benchBatchSearch,
  statistics: benchStatistics,
  portal: benchPortal,
  'sign-in': benchSignIn,
  letters: benchListLetters,
  'audit-log': benchAuditLog,
  reports: benchReports,
  backup: benchBackup,
  memory: benchMemory,
  scale: benchScale,
}

const names = ['imports', 'converter', ...Object.keys(onDemoData)]
const usage = `npm run bench -- [NAME …] [--alumni 300000] [--engagements 3000000] [--rows 100000] [--runs 3] [--save]
Creates its data, measures each kind of work against its limit in the same run, and prints the ratio and the figure of the
previous release (server/bench/figures.json); --save stores the new figures for this release.
The table for docs/scale.md: npm run bench -- imports search statistics letters --save
Names: ${names.join(', ')}; all by default. --rows are those of the import file.`
const whole = (otherwise: number) =>
  z.coerce.number('must be a whole number').int('must be a whole number').min(1).default(otherwise)
const options = z.object({
  alumni: whole(300_000),
  engagements: whole(3_000_000),
  rows: whole(100_000),
  runs: whole(3),
})
const text = { type: 'string' } as const

const { asked, alumni, engagements, rows, runs, save } = parseCommandLine(
  usage,
  {
    allowPositionals: true,
    options: { alumni: text, engagements: text, rows: text, runs: text, save: { type: 'boolean' } },
  },
  ({ values, positionals }) => {
    const unknown = positionals.filter((name) => !names.includes(name))
    if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}`)
    return { asked: positionals.length > 0 ? positionals : names, save: values.save === true, ...options.parse(values) }
  },
)

if (asked.includes('imports')) {
  startBench('imports')
  await benchImports({ alumni, rows, runs })
}
if (asked.includes('converter')) {
  startBench('converter')
  await benchConverter(runs)
}
const others = Object.entries(onDemoData).filter(([name]) => asked.includes(name))
if (others.length > 0) {
  await withDemoDatabase({ alumni, engagements }, async (database) => {
    for (const [name, bench] of others) {
      startBench(name)
      await bench(database, runs)
    }
  })
}
const { tag } = await currentRelease()
printTable(tag)
if (save) saveFigures(tag)
