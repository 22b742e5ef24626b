import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z } from 'zod'

type ParsedArgs<Options extends ParseArgsConfig> = ReturnType<typeof parseArgs<Options>>

/** Parses arguments with `read`. Prints `usage` and exits on `--help`; exits with code 1 on an error. */
export function parseCommandLine<const Options extends ParseArgsConfig, Result>(
  usage: string,
  options: Options,
  read: (parsed: ParsedArgs<Options>) => Result,
): Result {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read(parseArgs({ ...options, args }) as ParsedArgs<Options>)
  } catch (error) {
    console.error(`${describeProblem(error as Error)}\n\n${usage}`)
    return process.exit(1)
  }
}

export function parseNoOptions(usage: string): void {
  parseCommandLine(usage, {}, () => undefined)
}

function describeProblem(error: Error): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n')
  return `${error.message.split('. ')[0]!.replace(/\.$/, '')}.`
}
