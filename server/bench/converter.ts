import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { beside, boundLine, median, ratioLine } from './report.ts'

const run = promisify(execFile)
const megabytes = 200
const script = fileURLToPath(new URL('../../desktop/bench/convert-file.ts', import.meta.url))
const printed = z.object({ ms: z.number(), cpuMs: z.number(), maxRssMb: z.number() })
/**
 * Lists only distinct addresses of checked-in people; the converter also compares names, matches and reports reasons.
 */
const words =
  '--icsv --ocsv filter $Attendee_Status=="Checked_In" then put $address=strip(tolower($Email)) then head -n 1 -g address then cut -f address'
const miller = words.split(' ').map((word) => word.replace('Checked_In', 'Checked In'))

const lists: [addresses: number, maxMb: number][] = [
  [200_000, 150],
  [500_000, 200],
]

/** Converts attendee lists of 200 MB, compared with Miller. */
export async function benchConverter(runs: number): Promise<void> {
  for (const [addresses, maxMb] of lists) await benchList(runs, addresses, maxMb)
}

async function benchList(runs: number, addresses: number, maxMb: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'converter-bench-'))
  try {
    const file = join(folder, 'attendees.csv')
    await pipeline(Readable.from(attendees(addresses)), createWriteStream(file))
    const memory: number[] = []
    const processor: number[] = []
    const convert = async () => {
      const { ms, cpuMs, maxRssMb } = printed.parse(
        JSON.parse((await run(process.execPath, ['--max-semi-space-size=4', script, file])).stdout),
      )
      memory.push(maxRssMb)
      processor.push(cpuMs)
      return ms
    }
    const mill = async () => {
      const started = performance.now()
      await run('mlr', [...miller, file], { maxBuffer: 1024 ** 3 })
      return performance.now() - started
    }
    console.log(ratioLine(`${addresses} addresses in ${megabytes} MB`, await beside(runs, convert, mill), 'Miller', 1))
    console.log(
      `     its processor time ${median(processor).toFixed(0)} ms, which other work on the machine does not stretch`,
    )
    console.log(boundLine('memory of the whole process', Math.max(...memory), maxMb, 'MB'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    console.log('Miller is not installed (Debian: miller): nothing to compare with.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An Eventbrite export: half of the rows are checked in, and many rows repeat the same people. */
function* attendees(addresses: number): Generator<string> {
  yield 'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Eventbrite Payment Processing,Attendee_Status,Home City,Home State,Company\n'
  const statuses = ['Checked In', 'Attending', 'Checked In', 'Not Attending']
  for (let bytes = 0, row = 0; bytes < megabytes * 1024 ** 2;) {
    let text = ''
    for (const end = row + 1000; row < end; row++) {
      const person = (row * 7919) % (2 * addresses)
      text += `1${String(row).padStart(9, '0')},2026-09-${String((row % 28) + 1).padStart(2, '0')} 10:22:11,Zoë${person % 5000},Last${person},person.${person}@example${person % 90}.org,1,,General Admission,${row},,Eventbrite Completed,USD,25.00,3.11,2.04,1.07,${statuses[row % 4]},Boston,MA,"Company, ${row % 3000}"\n`
    }
    bytes += text.length
    yield text
  }
}
