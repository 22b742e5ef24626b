import { parseNoOptions } from '@alumni/server/worker'
import { startWorker } from './worker.ts'

parseNoOptions('npm run worker   takes jobs until SIGTERM; docs/operating.md lists all environment variables')
await startWorker()
