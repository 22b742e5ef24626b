import { resourceUsage } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

// Converts a file in the thread of the built desktop app and saves both outputs, with a server that knows nine of ten
// at once; prints what it took. In JavaScript: to strip types takes memory that the app does not need.
const started = performance.now()
const facts = { activityCode: 'event_attended', description: 'Homecoming', date: '2026-10-03' }
const worker = new Worker(fileURLToPath(new URL('../dist/main/converter/worker.cjs', import.meta.url)), {
  workerData: { path: process.argv[2], remembered: {}, cancelled: new Int32Array(new SharedArrayBuffer(4)) },
  resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 },
})
let people = 0
worker.on('message', ({ report, ask, question }) => {
  if (question) worker.postMessage({ to: ask, answer: { reply: question.emails.map(personOf) } })
  if (report?.is === 'summary') worker.postMessage({ command: { do: 'save', facts } })
  if (report?.is === 'failed' || report?.is === 'not-saved') throw new Error(report.sentence)
  if (report?.is !== 'saved') return
  const { userCPUTime, systemCPUTime, maxRSS } = resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  console.log(JSON.stringify({ ms: performance.now() - started, cpuMs, maxRssMb: maxRSS / 1024 }))
  process.exit()
})
worker.postMessage({ command: { do: 'convert', settings: {}, date: facts.date } })

function personOf(email) {
  const buid = `B${String(++people).padStart(8, '0')}`
  return { email, people: people % 10 === 0 ? [] : [{ buid, display_name: 'Someone', class_year: null }] }
}
