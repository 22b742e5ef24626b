import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z } from 'zod'

type Parsed<Options extends ParseArgsConfig> = ReturnType<typeof parseArgs<Options>>

/**
 * Returns what `read` makes of this process' arguments, parsed by node's parseArgs. `--help` prints `usage` and ends
 * the process; a mistake, which `read` may throw too, is printed on stderr above the usage, with exit 1.
 */
export function commandLine<const Options extends ParseArgsConfig, Result>(
  usage: string,
  options: Options,
  read: (parsed: Parsed<Options>) => Result,
): Result {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read(parseArgs({ ...options, args }) as Parsed<Options>)
  } catch (error) {
    console.error(`${sentencesOf(error as Error)}\n\n${usage}`)
    return process.exit(1)
  }
}

/** For a program without options. */
export function noOptions(usage: string): void {
  commandLine(usage, {}, () => undefined)
}

function sentencesOf(error: Error): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n')
  return `${error.message.split('. ')[0]!.replace(/\.$/, '')}.`
}
