import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../server/src/foundations/process/config.ts'
import { StartProblem } from './start/start-problem.ts'

/** Waits a moment, because a program that was just stopped may still use the port. */
export async function assertPortIsFree({ HOST, PORT }: Config): Promise<void> {
  let problem = await problemOf(HOST, PORT)
  for (let tries = 0; problem === 'EADDRINUSE' && tries < 15; tries += 1) {
    await pause(100)
    problem = await problemOf(HOST, PORT)
  }
  if (!problem) return
  const why =
    problem === 'EADDRINUSE'
      ? `Port ${PORT} is in use by another program. Stop it, or start`
      : `Port ${PORT} of ${HOST} cannot be used (${problem}). Start`
  throw new StartProblem(`${why} with another one: PORT=${PORT >= 3000 && PORT < 65_535 ? PORT + 1 : 3000} npm start`)
}

function problemOf(host: string, port: number): Promise<string | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', ({ code }: { code?: string }) => resolve(code ?? 'unknown'))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}
