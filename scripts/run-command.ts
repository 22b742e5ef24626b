import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export type Outcome = { isOk: boolean; output: string; seconds: number }

/** Runs a program of this project or of the system in the root folder. What it says is kept, and told line by line when `onLine` is there. */
export function runCommand(
  command: string,
  args: string[],
  { env = {}, onLine }: { env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<Outcome> {
  const started = performance.now()
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let rest = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!onLine) return
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      lines.forEach(onLine)
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isOk: false, output: `${command}: ${error.message}`, seconds: 0 }))
    child.on('close', (code) =>
      resolve({ isOk: code === 0, output: output.trim(), seconds: (performance.now() - started) / 1000 }),
    )
  })
}

export function inSeconds(seconds: number): string {
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
