import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { parseCommandLine } from '../src/foundations/process/command-line.ts'
import { runStorm } from './run-storm.ts'

const usage = `npm run storm -- [--seed 7] [--minutes 10] [--faults 100] [--only "the link"] [--json FILE]
Starts two servers and two workers on their own PostgreSQL, sends requests, injects one fault after the other, and
finally compares the replies to clients with the stored data. Exit 1: there are findings.`
const whole = (otherwise: number) =>
  z.coerce.number('must be a whole number').int('must be a whole number').min(0).default(otherwise)
const options = z.object({
  seed: whole(7),
  minutes: z.coerce.number('must be a number').positive('must be more than 0').default(10),
  faults: whole(100),
  only: z.string().optional(),
  json: z.string().optional(),
})
const text = { type: 'string' } as const

const { json, ...asked } = parseCommandLine(
  usage,
  { options: { seed: text, minutes: text, faults: text, only: text, json: text } },
  ({ values }) => options.parse(values),
)
if (process.env.DATABASE_URL) {
  console.error('The storm starts its own PostgreSQL and kills it. Unset DATABASE_URL.')
  process.exit(1)
}
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
const { signal } = interrupted
const storm = runStorm({ ...asked, signal, log: (line) => console.log(line) })
const { findings, figures, missing, folder } = await storm.catch((error: unknown) => {
  if (!signal.aborted) throw error
  console.error('The storm was interrupted, and its processes were stopped.')
  return process.exit(1)
})
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
for (const name of missing) console.log(`Not available here: ${name}`)
for (const finding of findings) console.log(`✗ ${finding}`)
if (json) writeFileSync(json, JSON.stringify({ ...asked, figures, missing, findings }, null, 2))
const { seed, minutes, faults, only } = asked
console.log(
  findings.length === 0
    ? `Everything acknowledged is stored exactly once (seed ${seed}, ${faults} faults).`
    : `History and logs are in ${folder}. Repeat: npm run storm -- --seed ${seed} --minutes ${minutes} --faults ${faults}${only ? ` --only "${only}"` : ''}`,
)
process.exitCode = findings.length === 0 ? 0 : 1
