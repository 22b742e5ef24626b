import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export type Outcome = { isOk: boolean; output: string; seconds: number }

/** Runs a program in the root folder and returns its output. `onLine` receives each line. */
export async function runCommand(
  command: string,
  args: string[],
  { env = {}, onLine }: { env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<Outcome> {
  const { execa } = await import('execa')
  const child = execa(command, args, {
    cwd: root,
    env,
    preferLocal: true,
    stdin: 'ignore',
    all: true,
    reject: false,
    maxBuffer: Infinity,
  })
  if (onLine) for await (const line of child.iterable({ from: 'all' })) onLine(line)
  const { failed, all, shortMessage, durationMs } = await child
  return { isOk: !failed, output: all?.trim() || (shortMessage ?? ''), seconds: durationMs / 1000 }
}

export async function mustRun(command: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await runCommand(command, args)
  if (!isOk) throw new Error(output.split('\n').at(-1))
}

export function inSeconds(seconds: number): string {
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
