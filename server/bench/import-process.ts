// Runs one scan or commit like the worker; prints milliseconds and peak memory.
import { noCounts, type ImportCounts } from '@alumni/shared/exchange/imports'
import { readConfig } from '../src/foundations/process/config.ts'
import { openDb } from '../src/schema.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { applyImport } from '../src/exchange/imports/apply/apply.ts'
import { moveBatch } from '../src/exchange/imports/moves.ts'
import { scanImport } from '../src/exchange/imports/scan/scan.ts'

export type Measurement = {
  ms: number
  cpuMs: number
  ownThreadMs: number
  peakMb: number
  counts: ImportCounts
  error: string | null
}

const [job, id] = process.argv.slice(2) as ['scan' | 'apply', string]
const config = readConfig(process.env)
const db = await openDb(config.DATABASE_URL!, { max: 6, statementTimeoutMs: 0 })
const context = { db, files: await createFiles(config) }
const ref = { type: 'contacts' as const, id: Number(id) }
await db.entities.execute('select 1')
if (job === 'apply') await moveBatch(db, ref, 'commit', { results: noCounts })
const start = performance.now()
const cpu = process.cpuUsage()
const own = process.threadCpuUsage()
if (job === 'scan') await scanImport(context, ref)
else await applyImport(context, ref, new AbortController().signal)
const ms = performance.now() - start
const { user, system } = process.cpuUsage(cpu)
const o = process.threadCpuUsage(own)
const [batch] = await db.entities.execute<{ counts: ImportCounts; results: ImportCounts; error: string | null }[]>(
  'select counts, results, error from contact_import_batches where id = ?',
  [ref.id],
)
console.log(
  JSON.stringify({
    ms,
    cpuMs: (user + system) / 1000,
    ownThreadMs: (o.user + o.system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
    counts: job === 'scan' ? batch!.counts : batch!.results,
    error: batch!.error,
  } satisfies Measurement),
)
await db.destroy()
