import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { answerOfColumn, type AnswerColumn } from '@alumni/shared/champions/answers'
import { signupColumnNames, signupColumns, sourceNames, statusNames } from '@alumni/shared/champions/staff-list'
import type { ExportSignupsQuery, SignupChoices, ListedSignup, SignupColumn } from '@alumni/shared/champions/staff-list'
import { type SignupsQuery } from '@alumni/shared/champions/list-filters'
import { leftOutMark } from '@alumni/shared/alumni/export'
import { helpLabels, signupFilterDescribers } from '@alumni/shared/champions/list-labels'
import { helpRoles } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { describeFilters } from '@alumni/shared/describe-filters'
import type { Config } from '../../foundations/process/config.ts'
import { toCsvFileName } from '../../foundations/http/csv.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sortSignups, matchingSignups } from './list-filters.ts'
import type { LocatedFilters } from './list-near.ts'
import { readSignups } from './list-rows.ts'

const batchSize = 500

type FileColumn = { heading: string; valueOf: (signup: ListedSignup) => string | number | null }

export async function findForExport(
  db: Db,
  config: Config,
  { sort, columns: _columns, ...filters }: LocatedFilters<ExportSignupsQuery>,
): Promise<number[]> {
  return (await sortSignups(matchingSignups(db, config, filters), sort).execute()).map(({ id }) => id)
}

export function exportHeader(columns: ExportSignupsQuery['columns']): string[] {
  return ['ID', ...fileColumnsOf(columns).map(({ heading }) => heading)]
}

/** Yields batches of 500 rows, with `leftOutMark` instead of contact data that must not be used. */
export async function* exportRows(
  db: Db,
  ids: readonly number[],
  columns: ExportSignupsQuery['columns'],
): AsyncGenerator<(string | number | null)[][]> {
  const fileColumns = fileColumnsOf(columns)
  for (let index = 0; index < ids.length; index += batchSize) {
    const signups = await readSignups(db, ids.slice(index, index + batchSize))
    yield signups.map((signup) => [signup.id, ...fileColumns.map(({ valueOf }) => valueOf(signup))])
    await yieldToEventLoop()
  }
}

/** Returns a name such as `champion-signups-linked-2026-11-22.csv`, without any text that the user typed. */
export function exportName({ q, city, ...filters }: ExportSignupsQuery, choices: SignupChoices): string {
  const hasTypedText = q !== undefined || city !== undefined
  return toCsvFileName('champion-signups', [...describeParts(filters, choices), hasTypedText ? 'filtered' : ''])
}

/** Returns a description of the filters, such as “Champions · Mentoring · In Boston”. */
export function describeSignups(
  { q, page: _page, sort: _sort, ...filters }: SignupsQuery,
  choices: SignupChoices,
): string {
  const parts = [...describeParts(filters, choices), q && `“${q}”`].filter(Boolean)
  return parts.length > 0 ? ['Champions', ...parts].join(' · ') : 'All champions'
}

function describeParts({ status, ...filters }: Partial<SignupsQuery>, choices: SignupChoices): string[] {
  const { colleges, affinities, states, countries } = choices
  const parts = describeFilters<keyof SignupsQuery>(filters, signupFilterDescribers, {
    help: Object.entries(helpLabels).map(([code, name]) => ({ code, name })),
    college: colleges,
    affinity: affinities,
    state: states,
    country: countries,
  })
  return [...(status ? [statusNames[status]] : []), ...parts]
}

function fileColumnsOf(columns: ExportSignupsQuery['columns']): FileColumn[] {
  return signupColumnNames
    .filter((name) => !columns || columns.includes(name))
    .flatMap((name) => {
      const source = sources[name] ?? ((signup) => readAnswer(signup, name))
      return typeof source === 'function' ? [{ heading: signupColumns[name], valueOf: source }] : source
    })
}

type Source = FileColumn['valueOf'] | FileColumn[]
const sources: Record<Exclude<SignupColumn, AnswerColumn>, Source> & Partial<Record<AnswerColumn, Source>> = {
  name: (signup) => signup.name,
  email: ({ do_not_write_reason, email }) => (email && do_not_write_reason ? leftOutMark : email),
  phone: ({ do_not_write_reason, phone }) =>
    phone && do_not_write_reason && do_not_write_reason !== 'do_not_email' ? leftOutMark : phone,
  status: [{ heading: 'Signup state', valueOf: (signup) => statusNames[signup.status] }],
  place: [
    { heading: 'City', valueOf: (signup) => signup.city },
    { heading: 'State', valueOf: (signup) => signup.state },
    { heading: 'ZIP or postal code', valueOf: (signup) => signup.zip_code ?? signup.postal_code },
    { heading: 'Country', valueOf: (signup) => countryName(signup.country) },
  ],
  help: (signup) => signup.help_roles.map((role) => roleNames[role] ?? role).join('; '),
  affinities: (signup) => signup.affinities.map((affinity) => affinity.name).join('; '),
  college: (signup) => signup.college?.name ?? null,
  linked_to: [
    { heading: 'BUID', valueOf: (signup) => signup.buid },
    { heading: 'Alumnus', valueOf: (signup) => signup.alumnus },
  ],
  source: (signup) => sourceNames[signup.source ?? 'unknown'],
  google: (signup) => (signup.google_linked ? 'yes' : 'no'),
  signed_up: (signup) => signup.signed_up_at,
  completed: (signup) => signup.completed_at,
}

const roleNames: Record<string, string> = helpRoles

function readAnswer(signup: ListedSignup, column: SignupColumn): string | number | null {
  const value = signup[answerOfColumn(column)]
  return Array.isArray(value) ? value.join('; ') : value
}
