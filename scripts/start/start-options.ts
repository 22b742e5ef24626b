import { z } from 'zod'
import { parseCommandLine } from '../../server/src/foundations/process/command-line.ts'

const usage = `npm start                     starts everything and keeps it running
npm start -- --reset          deletes the embedded database, stored files and messages first
npm start -- --alumni 20000   the number of demo alumni in an empty database (default 5000, 0 for none)
npm start -- --no-desktop     does not open the desktop app, which needs a terminal, a display and Electron`

const options = z.object({
  alumni: z
    .string()
    .regex(/^\d+$/, 'takes a number from 0 to 1000000')
    .transform(Number)
    .refine((alumni) => alumni <= 1_000_000, 'takes a number from 0 to 1000000')
    .optional(),
  reset: z.boolean().default(false),
  desktop: z.boolean().default(Boolean(process.stdout.isTTY)),
})

export type StartOptions = { alumni: number; isAlumniAsked: boolean; reset: boolean; desktop: boolean }

/** Exits with 1 and a message on stderr if the command line is invalid. */
export function readStartOptions(): StartOptions {
  const known = { alumni: { type: 'string' }, reset: { type: 'boolean' }, desktop: { type: 'boolean' } } as const
  return parseCommandLine(usage, { options: known, allowNegative: true }, ({ values }) => {
    const { alumni, reset, desktop } = options.parse(values)
    return { alumni: alumni ?? 5000, isAlumniAsked: alumni !== undefined, reset, desktop }
  })
}
