// A worker that considers another one dead after 1.5 seconds, and sends letters to lists every two seconds.
import { startWorker } from '../worker.ts'

await startWorker({ lockLifetimeMs: 1500, pollMs: 200 }, 2)
