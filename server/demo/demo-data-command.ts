import { z } from 'zod'
import { parseCommandLine } from '../src/foundations/process/command-line.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { readProcessConfig } from '../src/foundations/process/process-config.ts'
import { prepareDatabase } from '../src/foundations/database/prepare-database.ts'
import { DatabaseNotEmpty, loadDemoData, maxAlumni, type DemoDataProgress } from './load-demo-data.ts'
import { migrate } from '../src/schema.ts'

const usage = `npm run demo-data -- [--alumni 5000] [--engagements 50000] [--seed 1] [--until 2026-11-20] [--replace]
Migrates the database and, if it is empty, fills it with invented people; the same options give the same people.
Without options: ten engagements per alumnus, until today. --replace first deletes what is there.`

const options = z.object({
  alumni: z.coerce.number('must be a number').int().min(1).max(maxAlumni, `can be at most ${maxAlumni}`).default(5000),
  engagements: z.coerce.number('must be a number').int().min(0).optional(),
  seed: z.coerce.number('must be a whole number').int('must be a whole number').default(1),
  until: z.iso.date('must be a date such as 2026-11-20').optional(),
  replace: z.boolean().default(false),
})

const text = { type: 'string' } as const
const asked = parseCommandLine(
  usage,
  { options: { alumni: text, engagements: text, seed: text, until: text, replace: { type: 'boolean' } } },
  ({ values }) => options.parse(values),
)
const config = readProcessConfig()
if (config.isProduction) stop('There is no demo data in production.')
const { owner } = await prepareDatabase(config, migrate)
const started = performance.now()
try {
  const counts = await loadDemoData(owner, { ...asked, files: await createFiles(config), onProgress: progress() })
  const list = Object.entries(counts).map(
    ([table, count]) => `${count.toLocaleString('en-US')} ${table.replace('_', ' ')}`,
  )
  console.log(`Loaded ${list.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
} catch (error) {
  if (!(error instanceof DatabaseNotEmpty)) throw error
  stop(`${error.message} Add --replace to delete what is there, with everything that refers to it.`)
}

function progress(): (progress: DemoDataProgress) => void {
  let shown = 0
  return ({ table, done }) => {
    if (performance.now() - shown < (process.stdout.isTTY ? 200 : 10_000)) return
    shown = performance.now()
    const line = `${table.replace('_', ' ')}: ${done.toLocaleString('en-US')}`
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}\r` : `${line}\n`)
  }
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
