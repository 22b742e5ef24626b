import { createServer } from 'node:net'
import type { Config } from '../server/src/config.ts'
import { StartProblem } from './start-problem.ts'

export function assertPortIsFree({ HOST, PORT }: Config): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', ({ code }: { code?: string }) => {
      const why = code === 'EADDRINUSE' ? `Port ${PORT} is in use by another program. Stop it, or start` : `Port ${PORT} of ${HOST} cannot be used (${code}). Start`
      reject(new StartProblem(`${why} with another one: PORT=${PORT >= 3000 && PORT < 65_535 ? PORT + 1 : 3000} npm start`))
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}
