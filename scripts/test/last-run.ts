import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Timing } from './tally.ts'
import { cacheFolder } from './run-folder.ts'

const partRecord = z.object({
  steps: z.number(),
  seconds: z.number(),
  timings: z.array(z.object({ name: z.string(), seconds: z.number() })),
})
const lastRunRecord = z.record(z.string(), partRecord)
/** Step count, duration and slowest items of each part. */
export type LastRun = Record<string, { steps: number; seconds: number; timings: Timing[] }>

const file = join(cacheFolder, 'last-run.json')

export function readLastRun(): LastRun {
  try {
    return lastRunRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

export function writeLastRun(run: LastRun): void {
  writeFileSync(file, JSON.stringify({ ...readLastRun(), ...run }))
}
