import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

// Runs 50 small reads and writes a second until the parent stops it, then reports their 99th percentile.
const pool = new pg.Pool({ connectionString: workerData as string, max: 8 })
const times: number[] = []
const requests: Promise<unknown>[] = []
let isOver = false
parentPort!.once('message', () => (isOver = true))
await pool.query('select 1')
parentPort!.postMessage('ready')
while (!isOver) {
  requests.push(ask(1 + Math.floor(Math.random() * 50_000)))
  await pause(20)
}
await Promise.all(requests)
await pool.end()
parentPort!.postMessage(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)])

async function ask(id: number): Promise<void> {
  const began = performance.now()
  await Promise.all([
    pool.query('select a.*, (select count(*) from engagements e where e.buid = a.buid) from alumni a where a.id = $1', [
      id,
    ]),
    pool.query('update champion_signups set updated_at = now() where id = $1', [id]),
  ])
  times.push(performance.now() - began)
}
