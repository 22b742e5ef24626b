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
  Unusual,
} from './imports.ts'

/** The numbers of an import, planned or done; `on_file` counts the records of a snapshot's kind before it. */
export type Measured = { counts: ImportCounts; field_counts: readonly FieldCount[]; on_file: number | null }

type Guard = {
  kind: GuardKind
  types?: readonly ImportType[]
  number: (measured: Measured) => number
  /** The base of the share. With it shares are compared, so that no file is unusual for its size alone. */
  of?: (measured: Measured) => number
  /** Below this number nothing is unusual. */
  floor: number
  /** The multiple of the usual to exceed. */
  factor: number
  /** A share below which nothing is unusual, and one that always is, whatever came before. */
  minShare?: number
  alwaysShare?: number
  warning: (number: number, share: number) => string
  /** The rows that it is about. */
  rows: Pick<ImportRowsQuery, 'outcome' | 'field' | 'kind'>
}

const preferences = ['do_not_contact', 'do_not_email']
const flags = ['deceased', ...preferences, 'current']

const rowsOfFile = ({ counts }: Measured) => counts.rows
const fieldsIn = (fields: readonly string[], kind: FieldCount['kind'], measured: Measured) =>
  sum(measured.field_counts.filter((one) => one.kind === kind && fields.includes(one.field)))
const sum = (counts: readonly FieldCount[]) => counts.reduce((total, { count }) => total + count, 0)

/** The guards that find imports so unlike those before that a person must confirm the number; the worst come first. */
const guards: readonly Guard[] = [
  {
    kind: 'deletes',
    types: ['employment'],
    number: ({ counts }) => counts.deletes,
    of: ({ on_file }) => on_file ?? 0,
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
    number: (measured) => fieldsIn(['deceased'], 'set', measured),
    floor: 10,
    factor: 3,
    warning: (number) => `${people(number)} newly deceased`,
    rows: { field: 'deceased', kind: 'set' },
  },
  {
    kind: 'alive_again',
    types: ['contacts'],
    number: (measured) => fieldsIn(['deceased'], 'cleared', measured),
    floor: 5,
    factor: 3,
    warning: (number) => `${people(number)} no longer deceased`,
    rows: { field: 'deceased', kind: 'cleared' },
  },
  {
    kind: 'contact_again',
    types: ['contacts'],
    number: (measured) => fieldsIn(preferences, 'cleared', measured),
    floor: 5,
    factor: 3,
    warning: (number) => `${count(number)} requests not to be contacted or e-mailed are withdrawn`,
    rows: { field: preferences.join(), kind: 'cleared' },
  },
  {
    kind: 'cleared_emails',
    types: ['contacts'],
    number: (measured) => fieldsIn(emailFields, 'cleared', measured),
    floor: 20,
    factor: 3,
    warning: (number) => `${count(number)} e-mail addresses are cleared`,
    rows: { field: emailFields.join(), kind: 'cleared' },
  },
  {
    kind: 'new',
    number: ({ counts }) => counts.new,
    of: rowsOfFile,
    floor: 50,
    factor: 3,
    minShare: 0.1,
    warning: (_, share) => `${percent(share)} of its lines are new`,
    rows: { outcome: 'new' },
  },
  {
    kind: 'changed',
    number: ({ counts }) => counts.changed,
    of: rowsOfFile,
    floor: 100,
    factor: 3,
    minShare: 0.2,
    warning: (_, share) => `${percent(share)} of its lines change what is on file`,
    rows: { outcome: 'changed' },
  },
  {
    kind: 'do_not_contact',
    types: ['contacts'],
    number: (measured) => fieldsIn(preferences, 'set', measured),
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

/**
 * Returns the unusual numbers of an import, compared with those `before`; in the first of a type only the deletes can
 * be unusual.
 */
export function unusualIn(type: ImportType, now: Measured, before: readonly Measured[]): Unusual[] {
  return guards
    .filter(({ types }) => types?.includes(type) ?? true)
    .flatMap((guard) => {
      const number = guard.number(now)
      const rate = rateOf(guard, now)
      const usual = before.length > 0 ? median(before.map((earlier) => rateOf(guard, earlier))) : null
      if (number < guard.floor || !isUnusual(guard, rate, usual)) return []
      const sentence = `${guard.warning(number, rate)}${usual === null ? '' : ` (${usually(guard, usual, before.length)})`}.`
      return [{ kind: guard.kind, number, sentence, rows: guard.rows }]
    })
}

function isUnusual(
  { factor, minShare = 0, alwaysShare = Infinity }: Guard,
  rate: number,
  usual: number | null,
): boolean {
  return rate >= alwaysShare || (usual !== null && rate >= minShare && rate > factor * usual)
}

/** A share where the guard compares shares, else the number. */
function rateOf({ number, of }: Guard, measured: Measured): number {
  return of ? number(measured) / Math.max(1, of(measured)) : number(measured)
}

/** The middle one; of two middle ones the lower, so that one odd import does not dull the guard. */
function median(rates: readonly number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor((rates.length - 1) / 2)]!
}

function usually({ of }: Guard, usual: number, imports: number): string {
  const when = imports === 1 ? 'last time' : 'usually'
  return `${when} ${usual === 0 ? 'none' : of ? percent(usual) : count(usual)}`
}

const count = (number: number) => number.toLocaleString('en-US')
const people = (number: number) => `${count(number)} ${number === 1 ? 'person is' : 'people are'}`

function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1%'
  return share > 0.99 && share < 1 ? 'more than 99%' : `${Math.round(share * 100)}%`
}

export function kindOfChange({ before, after }: Pick<FieldChange, 'before' | 'after'>): ChangeKind {
  const isBlank = (value: string | null) => value === null || value === 'false'
  return isBlank(after) ? 'cleared' : isBlank(before) ? 'set' : 'changed'
}

/**
 * `POST …/columns`: header of the file → field, or null to leave it out again; `day_first`: how slashed dates are read.
 * Scans the file again.
 */
export const assignColumnsRequest = z.object({
  columns: z.record(z.string().max(1000), z.string().max(100).nullable()).default({}),
  day_first: z.boolean().optional(),
})

const repeated = (sentence: string) =>
  z.preprocess(
    // A form's blank field is no number, not zero.
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce.number(sentence).int(sentence).optional(),
  )

/** `POST …/commit`. Repeats the number of records that go, and each number that is unusual: `confirm_<kind>`. */
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
