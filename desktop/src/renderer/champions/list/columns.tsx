import { answerOfColumn, type AnswerColumn } from '@alumni/shared/champions/answers'
import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { helpLabels } from '@alumni/shared/champions/list-labels'
import { signupColumnNames, signupColumns, sourceNames, statusNames } from '@alumni/shared/champions/staff-list'
import type { ListedSignup, SignupColumn } from '@alumni/shared/champions/staff-list'
import { placeName } from '@alumni/shared/countries'
import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { contactBlockerLabels } from '../../domain/people/contact-blockers.tsx'
import { Fact } from '../../domain/searches/columns.tsx'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from '../../domain/searches/cells.module.css'
import { column, type Column, type ColumnOptions } from '../../ui/table/table-columns.tsx'
import { ShortDate, formatShortDate } from '../../ui/format/times.tsx'

export type OptionalColumn = Exclude<SignupColumn, 'name'>
export const columnNames = signupColumnNames.filter((name) => name !== 'name')
const defaultColumns: readonly OptionalColumn[] = ['status', 'email', 'place', 'help', 'linked_to', 'signed_up']
export const storedColumns = { key: 'signup-columns', names: columnNames, defaults: defaultColumns }

type CellColumn = { options: ColumnOptions; cell: (signup: ListedSignup) => ReactNode }

const textColumn = (
  text: (signup: ListedSignup) => string | null | undefined,
  options: ColumnOptions = { width: 120 },
): CellColumn => ({ options, cell: (signup) => <Fact text={text(signup)} /> })

const dateColumn = (dateOf: (signup: ListedSignup) => string | null, options: ColumnOptions): CellColumn => ({
  options,
  cell: (signup) => <Fact text={dateOf(signup)} content={dateOf(signup) && <ShortDate date={dateOf(signup)!} />} />,
})

/** The columns with special cells; other columns show the answer as text. */
const cellColumns: Record<Exclude<OptionalColumn, AnswerColumn>, CellColumn> &
  Partial<Record<AnswerColumn, CellColumn>> = {
  email: {
    options: { width: 258, isOptional: true },
    cell: ({ email, do_not_write_reason: reason }) => (
      <Fact text={email} blocker={reason && contactBlockerLabels[reason]} />
    ),
  },
  phone: {
    options: { width: 124 },
    cell: ({ phone, do_not_write_reason: reason }) => (
      <Fact text={phone} blocker={phone && reason && reason !== 'do_not_email' ? contactBlockerLabels[reason] : null} />
    ),
  },
  status: { options: { width: 104, sort: 'status' }, cell: (signup) => <StatusCell signup={signup} /> },
  place: textColumn(formatPlace, { width: 172, sort: 'place' }),
  help: { options: { width: 132 }, cell: ({ help_roles }) => <RolesCell roles={help_roles} /> },
  affinities: textColumn(({ affinities }) => affinities.map(({ name }) => name).join(', '), { width: 200 }),
  college: textColumn(({ college }) => college?.name, { width: 220 }),
  degree_year: textColumn(({ degree_year }) => degree_year?.toString(), { width: 100 }),
  linked_to: { options: { width: 190 }, cell: (signup) => <AlumnusCell signup={signup} /> },
  source: textColumn(({ source }) => sourceNames[source ?? 'unknown'], { width: 130 }),
  google: textColumn(({ google_linked }) => (google_linked ? 'Linked' : null), { width: 84 }),
  signed_up: dateColumn(({ signed_up_at }) => signed_up_at, { width: 98, sort: 'signed_up', isDescendingFirst: true }),
  completed: dateColumn(({ completed_at }) => completed_at, { width: 104 }),
}

export function buildColumns(
  selectedColumns: readonly OptionalColumn[],
  origin: Pick<ReturnType<typeof useListOrigin>, 'linkTo'>,
): Column<ListedSignup>[] {
  const name = column<ListedSignup>('name', 'Name', { width: 195, sort: 'name' }, (signup) => (
    <span className={classes.person}>
      <Link
        to="/champion_signups/$id"
        params={{ id: String(signup.id) }}
        className={classes.name}
        {...origin.linkTo(String(signup.id), `/champion_signups/${signup.id}`)}
      >
        {formatName(signup)}
      </Link>
      {signup.degree_year !== null && <span className="muted">{shortClassYear(signup.degree_year)}</span>}
    </span>
  ))
  return [
    name,
    ...selectedColumns.map((id) => {
      const { options, cell } =
        cellColumns[id as keyof typeof cellColumns] ??
        textColumn((signup) => [signup[answerOfColumn(id)] ?? []].flat().join(', ') || null)
      return column(id, signupColumns[id], options, cell)
    }),
  ]
}

/** Returns the line below the name on phones, such as "Completed · Boston, MA 02116 · Nov 21". */
export function formatPhoneLine(signup: ListedSignup): string {
  const { status, deleted_at, merged_into, signed_up_at } = signup
  const state = merged_into ? 'Merged' : deleted_at ? 'Deleted' : statusNames[status]
  return [state, formatPlace(signup), formatShortDate(signed_up_at)].filter(Boolean).join(' · ')
}

export function formatName({ name, email }: ListedSignup): string {
  return name || email || 'Erased'
}

/** Returns text such as "Boston, MA 02116", "ZIP 02118" or "Dublin, Ireland". */
function formatPlace(signup: ListedSignup): string {
  const { city, state, zip_code, country, postal_code } = signup
  const code = zip_code ?? postal_code
  if (!city && !state && !country) return code ? `ZIP ${code}` : ''
  return placeName(signup, zip_code)
}

function StatusCell({ signup: { status, deleted_at, merged_into } }: { signup: ListedSignup }) {
  const { icon, tone } = statusStates[status]
  if (merged_into) return <Fact text={`In ${merged_into.name || 'another signup'}`} />
  if (deleted_at) return <Fact text={`${statusNames[status]}, deleted`} />
  return (
    <StateBadge icon={icon} tone={tone}>
      {statusNames[status]}
    </StateBadge>
  )
}

const statusStates = {
  started: { icon: IconCircleDashed, tone: 'warn' },
  completed: { icon: IconCircleCheck, tone: 'good' },
  linked: { icon: IconLink, tone: 'accent' },
} as const

/** Shows the first way to help and the number of others; the tooltip lists all. */
function RolesCell({ roles }: { roles: readonly string[] }) {
  const names = roles.map((role) => (helpLabels as Record<string, string>)[role] ?? role)
  const [first, ...others] = names
  return <Fact text={names.join(', ')} content={others.length > 0 ? `${first} +${others.length}` : first} />
}

function AlumnusCell({ signup: { buid, alumnus, alumnus_class_years } }: { signup: ListedSignup }) {
  if (!buid) return <Fact text={null} />
  const fullName = nameWithClasses(alumnus ?? '', alumnus_class_years)
  const name = nameWithClasses(alumnus ?? '', [])
  return (
    <Link to="/alumni/$id" params={{ id: buid }} className={classes.fact} title={`${fullName}, ${buid}`}>
      <Group component="span" wrap="nowrap" gap={0}>
        <Text span inherit truncate>
          {name}
        </Text>
        {/* Truncates a long name but never the class years. */}
        <span style={{ flex: 'none', whiteSpace: 'pre' }}>{fullName.slice(name.length)}</span>
      </Group>
    </Link>
  )
}
