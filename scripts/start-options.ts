import { parseArgs } from 'node:util'

export type StartOptions = { alumni: number; isAlumniAsked: boolean; reset: boolean }

const usage = `npm start                     starts everything and keeps it running
npm start -- --reset          deletes the embedded database, stored files and messages first
npm start -- --alumni 20000   the number of demo alumni in an empty database (5000 unless told, 0 for none)`

/** The command line, or its mistake on stderr and exit 1. */
export function readStartOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args,
      options: { alumni: { type: 'string' }, reset: { type: 'boolean', default: false }, help: { type: 'boolean' } },
    })
    if (values.help) leave(usage, 0)
    const alumni = Number(values.alumni ?? 5000)
    if (!/^\d+$/.test(values.alumni ?? '0') || alumni > 1_000_000)
      leave(`--alumni takes a number from 0 to 1000000.\n\n${usage}`, 1)
    return { alumni, isAlumniAsked: values.alumni !== undefined, reset: values.reset }
  } catch (error) {
    return leave(`${(error as Error).message.split('. ')[0]}.\n\n${usage}`, 1)
  }
}

function leave(text: string, code: number): never {
  ;(code === 0 ? console.log : console.error)(text)
  process.exit(code)
}
