// A worker as `npm run worker` starts it, but one that gives up on a dead colleague after a second and a half, and takes
// turns every two.
import { startWorker } from '../worker.ts'

await startWorker({ lockLifetimeMs: 1500, pollMs: 200 }, 2)
