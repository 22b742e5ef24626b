import { createReadStream, openSync, statSync, writeSync } from 'node:fs'
import { resourceUsage } from 'node:process'
import type { Person } from '../src/converter/conversion.ts'
import { Session, type Report } from '../src/converter/session.ts'

// Converts a file and saves both outputs, with a server that knows nine of ten at once; prints what it took.
const started = performance.now()
const facts = { activityCode: 'event_attended', description: 'Homecoming', date: '2026-10-03' }
const path = process.argv[2]!
let people = 0
const session = new Session({
  source: { name: path, size: statSync(path).size, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) },
  match: async (emails) => emails.map((email) => ({ email, people: peopleAt() })),
  submit: async () => {
    throw new Error('Nothing is recorded here.')
  },
  findMapping: () => undefined,
  report,
  async save(files) {
    for (const { kind, lines } of files) {
      const file = openSync(`${path}-${kind}`, 'w')
      for (const piece of lines) writeSync(file, piece)
    }
    return files.map(({ kind }) => ({ kind, name: kind }))
  },
})
void session.handle({ do: 'convert', settings: {}, date: facts.date })

function report(news: Report): void {
  if (news.is === 'summary') void session.handle({ do: 'save', facts })
  if (news.is === 'failed' || news.is === 'not-saved') throw new Error(news.message)
  if (news.is !== 'saved') return
  const { userCPUTime, systemCPUTime, maxRSS } = resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  console.log(JSON.stringify({ ms: performance.now() - started, cpuMs, maxRssMb: maxRSS / 1024 }))
  process.exit()
}

function peopleAt(): Person[] {
  const buid = `B${String(++people).padStart(8, '0')}`
  return people % 10 === 0 ? [] : [{ buid, display_name: 'Someone', class_year: null }]
}
