import { setTimeout as pause } from 'node:timers/promises'
import { parseCommandLine } from '../foundations/process/command-line.ts'

const usage = `node server/src/commands/await-ready.ts [--seconds 60]   asks the server or worker at MONITOR_PORT on this machine whether it is
                                                        ready, once or until the seconds are over; exit 1 if it is not`
const seconds = parseCommandLine(usage, { options: { seconds: { type: 'string', default: '0' } } }, ({ values }) => {
  if (!/^\d+$/.test(values.seconds)) throw new Error('--seconds must be a whole number')
  return Number(values.seconds)
})
const { MONITOR_PORT, MONITOR_HOST = '127.0.0.1', MAINPID } = process.env
const host = MONITOR_HOST === '0.0.0.0' ? '127.0.0.1' : MONITOR_HOST === '::' ? '::1' : MONITOR_HOST
const url = `http://${host.includes(':') ? `[${host}]` : host}:${MONITOR_PORT}/ready`

const deadline = performance.now() + seconds * 1000
let problem = await ask()
while (problem && performance.now() < deadline && isRunning()) {
  await pause(250)
  problem = await ask()
}
if (problem) {
  console.error(isRunning() ? problem : 'The process has ended; its log says why.')
  process.exitCode = 1
}

async function ask(): Promise<string | undefined> {
  if (!MONITOR_PORT) return 'MONITOR_PORT is not set: there is nothing to ask.'
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    return reply.ok ? undefined : `It is not ready yet:\n${await reply.text()}`
  } catch (error) {
    const { cause, message } = error as Error
    return `Nothing answers at ${url} (${(cause as { code?: string } | undefined)?.code ?? message}).`
  }
}

/** Returns false once the process that systemd is starting (MAINPID) has exited. */
function isRunning(): boolean {
  try {
    return !MAINPID || process.kill(Number(MAINPID), 0)
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}
