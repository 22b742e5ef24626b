import { emailFields } from '../alumni/fields.ts'
import { z } from 'zod'
import type {
  ChangeKind,
  FieldChange,
  FieldCount,
  GuardKind,
  ImportCounts,
  ImportRowsQuery,
  ImportType,
  UnusualNumber,
} from './imports.ts'

/** `on_file` counts the existing records of a snapshot import. */
export type ImportFigures = { counts: ImportCounts; field_counts: readonly FieldCount[]; on_file: number | null }

type Guard = {
  kind: GuardKind
  types?: readonly ImportType[]
  number: (figures: ImportFigures) => number
  /** If set, shares of this number are compared instead of absolute numbers, so that large files are not unusual. */
  base?: (figures: ImportFigures) => number
  floor: number
  /** A rate is unusual above this multiple of the usual rate. */
  factor: number
  minShare?: number
  /** Share that is unusual regardless of earlier imports. */
  alwaysShare?: number
  warning: (number: number, share: number) => string
  rows: Pick<ImportRowsQuery, 'outcome' | 'field' | 'kind'>
}

const preferences = ['do_not_contact', 'do_not_email']
const flags = ['deceased', ...preferences, 'current']

const rowsOfFile = ({ counts }: ImportFigures) => counts.rows
const countFields = (fields: readonly string[], kind: FieldCount['kind'], figures: ImportFigures) =>
  sum(figures.field_counts.filter((field) => field.kind === kind && fields.includes(field.field)))
const sum = (counts: readonly FieldCount[]) => counts.reduce((total, { count }) => total + count, 0)

/** Unusual numbers must be confirmed; the most serious come first. */
const guards: readonly Guard[] = [
  {
    kind: 'deletes',
    types: ['employment'],
    number: ({ counts }) => counts.deletes,
    base: ({ on_file }) => on_file ?? 0,
    floor: 10,
    factor: 3,
    minShare: 0.05,
    alwaysShare: 0.25,
    warning: (_, share) => `It deletes ${percent(share)} of all employment on file`,
    rows: { outcome: 'deletes' },
  },
  {
    kind: 'deceased',
    types: ['contacts'],
    number: (figures) => countFields(['deceased'], 'set', figures),
    floor: 10,
    factor: 3,
    warning: (number) => `${people(number)} newly deceased`,
    rows: { field: 'deceased', kind: 'set' },
  },
  {
    kind: 'alive_again',
    types: ['contacts'],
    number: (figures) => countFields(['deceased'], 'cleared', figures),
    floor: 5,
    factor: 3,
    warning: (number) => `${people(number)} no longer deceased`,
    rows: { field: 'deceased', kind: 'cleared' },
  },
  {
    kind: 'contact_again',
    types: ['contacts'],
    number: (figures) => countFields(preferences, 'cleared', figures),
    floor: 5,
    factor: 3,
    warning: (number) => `${count(number)} requests not to be contacted or e-mailed are withdrawn`,
    rows: { field: preferences.join(), kind: 'cleared' },
  },
  {
    kind: 'cleared_emails',
    types: ['contacts'],
    number: (figures) => countFields(emailFields, 'cleared', figures),
    floor: 20,
    factor: 3,
    warning: (number) => `${count(number)} e-mail addresses are cleared`,
    rows: { field: emailFields.join(), kind: 'cleared' },
  },
  {
    kind: 'new',
    number: ({ counts }) => counts.new,
    base: rowsOfFile,
    floor: 50,
    factor: 3,
    minShare: 0.1,
    warning: (_, share) => `${percent(share)} of its lines are new`,
    rows: { outcome: 'new' },
  },
  {
    kind: 'changed',
    number: ({ counts }) => counts.changed,
    base: rowsOfFile,
    floor: 100,
    factor: 3,
    minShare: 0.2,
    warning: (_, share) => `${percent(share)} of its lines change what is on file`,
    rows: { outcome: 'changed' },
  },
  {
    kind: 'do_not_contact',
    types: ['contacts'],
    number: (figures) => countFields(preferences, 'set', figures),
    floor: 20,
    factor: 3,
    warning: (number) => `${count(number)} new requests not to be contacted or e-mailed`,
    rows: { field: preferences.join(), kind: 'set' },
  },
  {
    kind: 'cleared_fields',
    number: ({ field_counts }) =>
      sum(field_counts.filter(({ kind, field }) => kind === 'cleared' && ![...emailFields, ...flags].includes(field))),
    floor: 50,
    factor: 3,
    warning: (number) => `${count(number)} values of other fields are cleared`,
    rows: { kind: 'cleared' },
  },
]

/** Compares an import with earlier ones. In a first import, only deletes can be unusual. */
export function findUnusualNumbers(
  type: ImportType,
  now: ImportFigures,
  before: readonly ImportFigures[],
): UnusualNumber[] {
  return guards
    .filter(({ types }) => types?.includes(type) ?? true)
    .flatMap((guard) => {
      const number = guard.number(now)
      const rate = rateOf(guard, now)
      const usual = before.length > 0 ? median(before.map((earlier) => rateOf(guard, earlier))) : null
      if (number < guard.floor || !isUnusual(guard, rate, usual)) return []
      const comparison = usual === null ? '' : ` (${describeUsual(guard, usual, before.length)})`
      const message = `${guard.warning(number, rate)}${comparison}.`
      return [{ kind: guard.kind, number, message, rows: guard.rows }]
    })
}

function isUnusual(
  { factor, minShare = 0, alwaysShare = Infinity }: Guard,
  rate: number,
  usual: number | null,
): boolean {
  return rate >= alwaysShare || (usual !== null && rate >= minShare && rate > factor * usual)
}

function rateOf({ number, base }: Guard, figures: ImportFigures): number {
  return base ? number(figures) / Math.max(1, base(figures)) : number(figures)
}

/** Returns the middle rate, or the lower of two, so that a single odd import does not weaken the guard. */
function median(rates: readonly number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor((rates.length - 1) / 2)]!
}

function describeUsual({ base }: Guard, usual: number, imports: number): string {
  const when = imports === 1 ? 'last time' : 'usually'
  return `${when} ${usual === 0 ? 'none' : base ? percent(usual) : count(usual)}`
}

const count = (number: number) => number.toLocaleString('en-US')
const people = (number: number) => `${count(number)} ${number === 1 ? 'person is' : 'people are'}`

function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1%'
  return share > 0.99 && share < 1 ? 'more than 99%' : `${Math.round(share * 100)}%`
}

/** Null and `false` count as blank. */
export function classifyChange({ before, after }: Pick<FieldChange, 'before' | 'after'>): ChangeKind {
  const isBlank = (value: string | null) => value === null || value === 'false'
  return isBlank(after) ? 'cleared' : isBlank(before) ? 'set' : 'changed'
}

export const assignColumnsRequest = z.object({
  columns: z.record(z.string().max(1000), z.string().max(100).nullable()).default({}),
  day_first: z.boolean().optional(),
})

const repeated = (message: string) =>
  z.preprocess(
    // `z.coerce.number` would convert a blank field to zero.
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce.number(message).int(message).optional(),
  )

export const commitRequest = z.object({
  confirm_deletes: repeated('Type the number of records to delete.'),
  confirm_new: repeated('Type the number of new lines.'),
  confirm_changed: repeated('Type the number of changed lines.'),
  confirm_deceased: repeated('Type the number of people.'),
  confirm_alive_again: repeated('Type the number of people.'),
  confirm_contact_again: repeated('Type the number of preferences.'),
  confirm_do_not_contact: repeated('Type the number of preferences.'),
  confirm_cleared_emails: repeated('Type the number of addresses.'),
  confirm_cleared_fields: repeated('Type the number of values.'),
} satisfies Record<`confirm_${GuardKind}`, z.ZodType>)
export type CommitRequest = z.infer<typeof commitRequest>
