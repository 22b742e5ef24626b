import { parseArgs } from 'node:util'
import { z } from 'zod'
import { configOfProcess } from '../config.ts'
import { databaseUrls } from '../database/database.ts'
import { DatabaseNotEmpty, loadDemoData, mostAlumni, type DemoDataProgress } from './load-demo-data.ts'

const usage = `npm run demo-data -- --alumni 5000 [--engagements 50000] [--seed 1] [--until 2026-11-20] [--replace]`

const options = z.object({
  alumni: z.coerce
    .number('--alumni must be a number')
    .int()
    .min(1)
    .max(mostAlumni, `--alumni can be at most ${mostAlumni}`)
    .default(5000),
  engagements: z.coerce.number('--engagements must be a number').int().min(0).optional(),
  seed: z.coerce.number('--seed must be a whole number').int('--seed must be a whole number').default(1),
  until: z.iso.date('--until must be a date such as 2026-11-20').optional(),
  replace: z.boolean().default(false),
})

const config = configOfProcess()
if (config.isProduction) stop('There is no demo data in production.')
const { owner } = await databaseUrls(config)
const started = performance.now()
try {
  const counts = await loadDemoData(owner, { ...readOptions(), onProgress: progress() })
  const list = Object.entries(counts).map(
    ([table, count]) => `${count.toLocaleString('en-US')} ${table.replace('_', ' ')}`,
  )
  console.log(`Loaded ${list.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
} catch (error) {
  if (!(error instanceof DatabaseNotEmpty)) throw error
  stop(`${error.message} Add --replace to delete what is there, with everything that refers to it.`)
}

function readOptions(): z.infer<typeof options> {
  try {
    const text = { type: 'string' } as const
    return options.parse(
      parseArgs({ options: { alumni: text, engagements: text, seed: text, until: text, replace: { type: 'boolean' } } })
        .values,
    )
  } catch (error) {
    const reasons =
      error instanceof z.ZodError ? error.issues.map(({ message }) => message) : [(error as Error).message]
    return stop(`${reasons.join('\n')}\n${usage}`)
  }
}

/** A line per table and million, rewritten in place on a terminal. */
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
