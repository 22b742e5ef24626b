import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { answerOfColumn, type AnswerColumn } from '@alumni/shared/champions/answers'
import {
  signupColumnNames,
  signupColumns,
  sourceNames,
  statusNames,
  type ExportSignupsQuery,
  type SignupChoices,
  type ListedSignup,
  type SignupColumn,
} from '@alumni/shared/champions/staff-list'
import { type SignupsQuery } from '@alumni/shared/champions/list-filters'
import { leftOutMark } from '@alumni/shared/alumni/export'
import { helpWords, signupPhrases } from '@alumni/shared/champions/list-words'
import { helpRoles } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { describeFilters } from '@alumni/shared/describe-filters'
import type { Config } from '../../foundations/process/config.ts'
import { toCsvFileName } from '../../foundations/http/csv.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sortSignups, matchingSignups } from './list-filters.ts'
import type { LocatedFilters } from './list-near.ts'
import { readSignups } from './list-rows.ts'

const perBatch = 500

/** A cell of the file; a place has four, a link has the BUID. */
type Cell = { heading: string; of: (signup: ListedSignup) => string | number | null }

export async function findForExport(
  db: Db,
  config: Config,
  { sort, columns: _columns, ...filters }: LocatedFilters<ExportSignupsQuery>,
): Promise<number[]> {
  return (await sortSignups(matchingSignups(db, config, filters), sort).execute()).map(({ id }) => id)
}

export function exportHeader(columns: ExportSignupsQuery['columns']): string[] {
  return ['ID', ...cellsOf(columns).map(({ heading }) => heading)]
}

/** Yields 500 signups at a time. `leftOutMark` replaces the contact data of alumni who must not be contacted. */
export async function* exportRows(
  db: Db,
  ids: readonly number[],
  columns: ExportSignupsQuery['columns'],
): AsyncGenerator<(string | number | null)[][]> {
  const cells = cellsOf(columns)
  for (let index = 0; index < ids.length; index += perBatch) {
    const signups = await readSignups(db, ids.slice(index, index + perBatch))
    yield signups.map((signup) => [signup.id, ...cells.map(({ of }) => of(signup))])
    await yieldToEventLoop()
  }
}

/** Names the file after its filters, such as `champion-signups-linked-2026-11-22.csv`, but omits typed text. */
export function exportName({ q, city, ...filters }: ExportSignupsQuery, choices: SignupChoices): string {
  const isMore = q !== undefined || city !== undefined
  return toCsvFileName('champion-signups', [...wordsOfList(filters, choices), isMore ? 'filtered' : ''])
}

/** Describes the list, such as “Champions · Mentoring · In Boston”. */
export function describeSignups(
  { q, page: _page, sort: _sort, ...filters }: SignupsQuery,
  choices: SignupChoices,
): string {
  const words = [...wordsOfList(filters, choices), q && `“${q}”`].filter(Boolean)
  return words.length > 0 ? ['Champions', ...words].join(' · ') : 'All champions'
}

function wordsOfList({ status, ...filters }: Partial<SignupsQuery>, choices: SignupChoices): string[] {
  const { colleges, affinities, states, countries } = choices
  const words = describeFilters<keyof SignupsQuery>(filters, signupPhrases, {
    help: Object.entries(helpWords).map(([code, name]) => ({ code, name })),
    college: colleges,
    affinity: affinities,
    state: states,
    country: countries,
  })
  return [...(status ? [statusNames[status]] : []), ...words]
}

function cellsOf(columns: ExportSignupsQuery['columns']): Cell[] {
  return signupColumnNames
    .filter((name) => !columns || columns.includes(name))
    .flatMap((name) => {
      const cells = cellsOfColumn[name] ?? ((signup) => answerIn(signup, name))
      return typeof cells === 'function' ? [{ heading: signupColumns[name], of: cells }] : cells
    })
}

type Cells = Cell['of'] | Cell[]
/** The cells of a column, if they differ from the answer. */
const cellsOfColumn: Record<Exclude<SignupColumn, AnswerColumn>, Cells> & Partial<Record<AnswerColumn, Cells>> = {
  name: (signup) => signup.name,
  email: ({ do_not_write_reason, email }) => (email && do_not_write_reason ? leftOutMark : email),
  phone: ({ do_not_write_reason, phone }) =>
    phone && do_not_write_reason && do_not_write_reason !== 'do_not_email' ? leftOutMark : phone,
  status: [{ heading: 'Signup state', of: (signup) => statusNames[signup.status] }],
  place: [
    { heading: 'City', of: (signup) => signup.city },
    { heading: 'State', of: (signup) => signup.state },
    { heading: 'ZIP or postal code', of: (signup) => signup.zip_code ?? signup.postal_code },
    { heading: 'Country', of: (signup) => countryName(signup.country) },
  ],
  help: (signup) => signup.help_roles.map((role) => roleNames[role] ?? role).join('; '),
  affinities: (signup) => signup.affinities.map((affinity) => affinity.name).join('; '),
  college: (signup) => signup.college?.name ?? null,
  linked_to: [
    { heading: 'BUID', of: (signup) => signup.buid },
    { heading: 'Alumnus', of: (signup) => signup.alumnus },
  ],
  source: (signup) => sourceNames[signup.source ?? 'unknown'],
  google: (signup) => (signup.google_linked ? 'yes' : 'no'),
  signed_up: (signup) => signup.signed_up_at,
  completed: (signup) => signup.completed_at,
}

const roleNames: Record<string, string> = helpRoles

function answerIn(signup: ListedSignup, column: SignupColumn): string | number | null {
  const value = signup[answerOfColumn(column)]
  return Array.isArray(value) ? value.join('; ') : value
}
