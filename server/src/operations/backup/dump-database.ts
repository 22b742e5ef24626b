import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { toLibpqConnection, type PostgresTool } from '../../foundations/database/postgres-tools.ts'
import { transientTables } from './digests.ts'
import { BackupProblem } from './problem.ts'

/** Yields the output of pg_dump. Throws at the end if pg_dump fails, so that no truncated dump is used. */
export async function* dumpDatabase(
  ownerUrl: string,
  { path }: PostgresTool,
  snapshot: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const exclusions = transientTables.map((name) => `--exclude-table-data=public.${name}`)
  const child = start(
    path,
    ownerUrl,
    // Light compression leaves CPU time for users.
    ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, ...exclusions],
    signal,
  )
  yield* child.stdout
  await child.ended
}

function start(path: string, url: string, args: string[], signal: AbortSignal) {
  const { argument, env } = toLibpqConnection(url)
  const child = spawn(path, [...args, argument], { env, signal, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
  const ended = once(child, 'close').then(([code, killed]) => {
    if (code !== 0)
      throw new BackupProblem(describeFailure(path, code as number | null, killed as string | null, output))
  })
  // Prevents an unhandled rejection; the reader of the output awaits `ended` too.
  ended.catch(() => undefined)
  return { stdout: child.stdout as Readable, stdin: child.stdin as Writable, ended, stop: () => child.kill('SIGKILL') }
}

/** Returns only the line with the error, because other lines may quote data. */
function describeFailure(path: string, code: number | null, signal: string | null, output: string): string {
  const program = path.split('/').at(-1)
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? ''
  return `${program} ended ${code === null ? `by ${signal}` : `with ${code}`}${reason ? `: ${reason.replace(/^\S+: /, '').replace(/"[^"]{60,}"/g, '"…"')}` : ''}.`
}

/** Restores a dump with pg_restore in one transaction, so that a failure leaves nothing behind. */
export async function restoreDatabase(
  ownerUrl: string,
  { path }: PostgresTool,
  dump: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const args = ['--schema=public', '--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  const child = start(path, ownerUrl, args, signal)
  child.stdout.resume()
  let broken: unknown
  // Does not throw, because pg_restore reports the reason.
  child.stdin.on('error', (error) => (broken ??= error))
  try {
    for await (const chunk of dump)
      if (!child.stdin.write(chunk) && !broken) await Promise.race([once(child.stdin, 'drain'), child.ended])
    child.stdin.end()
  } catch (error) {
    // Stops pg_restore before its input ends, so that it commits nothing.
    child.stop()
    await child.ended.catch(() => undefined)
    throw error
  }
  await child.ended
}
