import { withChecksum } from '@alumni/shared/exchange/crm-id'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import type { CrmFileOptions } from './crm-file-options.ts'
import type { CrmRecord } from './crm-record.ts'
import { commonLastNames } from './common-names.ts'
import type { Random } from './random.ts'

/** Writes the cells of a record in the order of the type's fields, with those of unknown columns behind. */
export function cellsOf(
  random: Random,
  definition: ImportDefinition,
  options: CrmFileOptions,
  record: CrmRecord,
): string[] {
  const cells = definition.fields.map(({ name, kind }) => {
    const value = record[name] ?? ''
    return kind === 'crm_id' && value.length === 15 && writesChecksum(random, options) ? withChecksum(value) : value
  })
  if (options.quotedBreaks && random.chance(0.2)) breakLine(random, definition, options, cells)
  for (let nth = 0; nth < (options.extraColumns ?? 0); nth++) cells.push(extraCell(random, nth, options))
  return cells
}

/** Reports write the short id, the API the long one, and a sheet that people keep has both. */
function writesChecksum(random: Random, { headers = 'ours' }: CrmFileOptions): boolean {
  if (headers === 'ours') return random.chance(0.5)
  return headers !== 'labels'
}

/** A line break at the end of a value, as a text area leaves it: an import trims it away. */
function breakLine(random: Random, definition: ImportDefinition, { crlf }: CrmFileOptions, cells: string[]): void {
  const at = random.pick(
    definition.fields.flatMap(({ kind }, place) => (kind === 'text' && cells[place] !== '' ? [place] : [])),
  )
  if (at !== undefined) cells[at] += crlf ? '\r\n' : '\n'
}

function extraCell(random: Random, nth: number, { quotedBreaks, crlf }: CrmFileOptions): string {
  const kind = random.next()
  if (kind < 0.4) return ''
  if (kind < 0.6) return random.pick(commonLastNames)
  if (kind < 0.8) return String(random.whole(1, 5000))
  return `Note ${nth + 1}: “${random.pick(commonLastNames)}, ${random.pick(commonLastNames)}”${quotedBreaks ? (crlf ? '\r\n' : '\n') : ' '}seen at "Homecoming"`
}
