import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { connectionOf, type PostgresTool } from '../../foundations/database/postgres-tools.ts'
import { transientTables } from './digests.ts'
import { BackupProblem } from './problem.ts'

/** Throws at the end if pg_dump failed, so that no truncated dump is used. */
export async function* dumpDatabase(
  ownerUrl: string,
  { path }: PostgresTool,
  snapshot: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const without = transientTables.map((name) => `--exclude-table-data=public.${name}`)
  const child = start(
    path,
    ownerUrl,
    // Light compression leaves CPU time for users.
    ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, ...without],
    signal,
  )
  yield* child.stdout
  await child.ended
}

function start(path: string, url: string, args: string[], signal: AbortSignal) {
  const { argument, env } = connectionOf(url)
  const child = spawn(path, [...args, argument], { env, signal, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
  const ended = once(child, 'close').then(([code, killed]) => {
    if (code !== 0)
      throw new BackupProblem(describeFailure(path, code as number | null, killed as string | null, output))
  })
  ended.catch(() => undefined) // the reader of the output awaits it too
  return { stdout: child.stdout as Readable, stdin: child.stdin as Writable, ended, stop: () => child.kill('SIGKILL') }
}

/** Uses the line with the error only, because others may quote data. */
function describeFailure(path: string, code: number | null, signal: string | null, output: string): string {
  const program = path.split('/').at(-1)
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? ''
  return `${program} ended ${code === null ? `by ${signal}` : `with ${code}`}${reason ? `: ${reason.replace(/^\S+: /, '').replace(/"[^"]{60,}"/g, '"…"')}` : ''}.`
}

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
  child.stdin.on('error', (error) => (broken ??= error)) // pg_restore reports the reason itself
  try {
    for await (const chunk of dump)
      if (!child.stdin.write(chunk) && !broken) await Promise.race([once(child.stdin, 'drain'), child.ended])
    child.stdin.end()
  } catch (error) {
    child.stop() // before it reads the end of its input, so that it commits nothing
    await child.ended.catch(() => undefined)
    throw error
  }
  await child.ended
}
