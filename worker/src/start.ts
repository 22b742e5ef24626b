import { parseNoOptions } from '@alumni/server/worker'
import { startWorker } from './worker.ts'

parseNoOptions('npm run worker   takes jobs until SIGTERM; README.md lists all variables of the environment')
await startWorker()
