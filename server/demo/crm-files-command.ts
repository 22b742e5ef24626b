import { importTypes } from '@alumni/shared/exchange/imports'
import { z } from 'zod'
import { parseCommandLine } from '../src/foundations/process/command-line.ts'
import { readProcessConfig } from '../src/foundations/process/process-config.ts'
import { prepareDatabase } from '../src/foundations/database/prepare-database.ts'
import { fileEncodings, headerStyles } from './crm-file-options.ts'
import { writeCrmFile } from './write-crm-file.ts'
import { writeGivingFile } from './write-giving-file.ts'
import { migrate } from '../src/schema.ts'

const fileTypes = [...importTypes, 'giving'] as const
const usage = `npm run crm-files -- --type ${fileTypes.join('|')} [--rows 100000] [--new 10] [--changed 14] [--bad 1] [--duplicates 0] [--omit 0] [--seed 1]
  [--headers ${headerStyles.join('|')}] [--extra-columns 7] [--encoding ${fileEncodings.join('|')}] [--delimiter , ; tab] [--crlf] [--quoted-breaks] [--out FILE]
Shares are percent of the rows, --omit of the records on file. Without --out the file goes to standard output.
A giving file has the gifts on file without --omit of them, and adds --new gifts and --bad ones (of unknown people).`

const percent = z.coerce.number().min(0).max(100).default(0)
const whole = z.coerce.number().int().min(0)
const options = z.object({
  type: z.enum(fileTypes),
  rows: whole.min(1).max(5_000_000).optional(),
  new: percent,
  changed: percent,
  bad: percent,
  duplicates: percent,
  omit: percent,
  seed: z.coerce.number().int().default(1),
  headers: z.enum(headerStyles).default('ours'),
  'extra-columns': whole.max(500).default(0),
  encoding: z.enum(fileEncodings).default('utf-8'),
  delimiter: z.enum([',', ';', 'tab']).default(','),
  crlf: z.boolean().default(false),
  'quoted-breaks': z.boolean().default(false),
  out: z.string().optional(),
})

const flags = new Set(['crlf', 'quoted-breaks'])
const {
  'extra-columns': extraColumns,
  'quoted-breaks': quotedBreaks,
  delimiter,
  out,
  ...rest
} = parseCommandLine(
  usage,
  {
    options: Object.fromEntries(
      Object.keys(options.shape).map((name) => [
        name,
        { type: flags.has(name) ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  },
  ({ values }) => options.parse(values),
)
const config = readProcessConfig()
if (config.isProduction)
  stop('Demo files are not made in production: they would mix invented changes with real people.')
const { owner } = await prepareDatabase(config, migrate)
try {
  const { type, ...asked } = {
    ...rest,
    extraColumns,
    quotedBreaks,
    delimiter: delimiter === 'tab' ? ('\t' as const) : delimiter,
  }
  const target = out ?? process.stdout
  const counts =
    type === 'giving'
      ? await writeGivingFile(owner, asked, target)
      : await writeCrmFile(owner, { type, ...asked }, target)
  console.error(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
      .join(', '),
  )
} catch (error) {
  // A reader of standard output may stop early, as `head` does.
  if ((error as { code?: string }).code === 'EPIPE') process.exit(0)
  if (!(error instanceof RangeError)) throw error
  stop(error.message)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
