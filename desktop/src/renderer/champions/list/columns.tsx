import { answerOfColumn, type AnswerColumn } from '@alumni/shared/champions/answers'
import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { helpWords } from '@alumni/shared/champions/list-words'
import {
  signupColumnNames,
  signupColumns,
  sourceNames,
  statusNames,
  type ListedSignup,
  type SignupColumn,
} from '@alumni/shared/champions/staff-list'
import { placeName } from '@alumni/shared/countries'
import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { contactBlockerLabels } from '../../domain/people/contact-blockers.tsx'
import { Fact } from '../../domain/searches/columns.tsx'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'
import { StateWord } from '../../ui/state-word.tsx'
import classes from '../../domain/searches/cells.module.css'
import { column, type Column, type ColumnOptions } from '../../ui/table/table-columns.tsx'
import { ShortDate, formatShortDate } from '../../ui/words/times.tsx'

/** Which columns one can choose: the name is always there. */
export type ChoosableColumn = Exclude<SignupColumn, 'name'>
export const columnNames = signupColumnNames.filter((name) => name !== 'name')
export const usualColumns: readonly ChoosableColumn[] = ['status', 'email', 'place', 'help', 'linked_to', 'signed_up']
/** Where the choice of columns is remembered. */
export const storedColumns = { key: 'signup-columns', names: columnNames, defaults: usualColumns }

type Shown = { options: ColumnOptions; cell: (signup: ListedSignup) => ReactNode }

const fact = (
  text: (signup: ListedSignup) => string | null | undefined,
  options: ColumnOptions = { width: 120 },
): Shown => ({
  options,
  cell: (signup) => <Fact text={text(signup)} />,
})

const date = (at: (signup: ListedSignup) => string | null, options: ColumnOptions): Shown => ({
  options,
  cell: (signup) => <Fact text={at(signup)} content={at(signup) && <ShortDate date={at(signup)!} />} />,
})

/** The cells of the columns; an answer stands as it is. */
const shown: Record<Exclude<ChoosableColumn, AnswerColumn>, Shown> & Partial<Record<AnswerColumn, Shown>> = {
  email: {
    options: { width: 258, isOptional: true },
    cell: ({ email, silence: why }) => <Fact text={email} blocker={why && contactBlockerLabels[why]} />,
  },
  phone: {
    options: { width: 124 },
    cell: ({ phone, silence: why }) => (
      <Fact text={phone} blocker={phone && why && why !== 'do_not_email' ? contactBlockerLabels[why] : null} />
    ),
  },
  status: { options: { width: 104, sort: 'status' }, cell: (signup) => <Status signup={signup} /> },
  place: fact(placeWords, { width: 172, sort: 'place' }),
  help: { options: { width: 132 }, cell: ({ help_roles }) => <Roles roles={help_roles} /> },
  affinities: fact(({ affinities }) => affinities.map(({ name }) => name).join(', '), { width: 200 }),
  college: fact(({ college }) => college?.name, { width: 220 }),
  degree_year: fact(({ degree_year }) => degree_year?.toString(), { width: 100 }),
  linked_to: { options: { width: 190 }, cell: (signup) => <LinkedTo signup={signup} /> },
  source: fact(({ source }) => sourceNames[source ?? 'unknown'], { width: 130 }),
  google: fact(({ google_linked }) => (google_linked ? 'Linked' : null), { width: 84 }),
  signed_up: date(({ signed_up_at }) => signed_up_at, { width: 98, sort: 'signed_up', isDescendingFirst: true }),
  completed: date(({ completed_at }) => completed_at, { width: 104 }),
}

/** The name, then what was chosen. */
export function columnsOf(
  chosen: readonly ChoosableColumn[],
  left: Pick<ReturnType<typeof useListOrigin>, 'linkTo'>,
): Column<ListedSignup>[] {
  const name = column<ListedSignup>(
    'name',
    'Name',
    (signup) => (
      <span className={classes.person}>
        <Link
          to="/champion_signups/$id"
          params={{ id: String(signup.id) }}
          className={classes.name}
          {...left.linkTo(String(signup.id), `/champion_signups/${signup.id}`)}
        >
          {nameOf(signup)}
        </Link>
        {signup.degree_year !== null && <span className="muted">{shortClassYear(signup.degree_year)}</span>}
      </span>
    ),
    { width: 195, sort: 'name' },
  )
  return [
    name,
    ...chosen.map((id) => {
      const { options, cell } = shown[id as keyof typeof shown] ?? fact((signup) => answerIn(signup, id))
      return column(id, signupColumns[id], cell, options)
    }),
  ]
}

function answerIn(signup: ListedSignup, column: ChoosableColumn): string | null {
  return [signup[answerOfColumn(column)] ?? []].flat().join(', ') || null
}

/** The line under the name on phones: "Completed · Boston, MA 02116 · Nov 21". */
export function phoneLineOf(signup: ListedSignup): string {
  const { status, deleted_at, merged_into, signed_up_at } = signup
  const state = merged_into ? 'Merged' : deleted_at ? 'Deleted' : statusNames[status]
  return [state, placeWords(signup), formatShortDate(signed_up_at)].filter(Boolean).join(' · ')
}

/** A signup is erased a month after it was deleted. */
export function nameOf({ name, email }: ListedSignup): string {
  return name || email || 'Erased'
}

/** "Boston, MA 02116", "ZIP 02118", "Dublin, Ireland". */
function placeWords(signup: ListedSignup): string {
  const { city, state, zip_code, country, postal_code } = signup
  const code = zip_code ?? postal_code
  if (!city && !state && !country) return code ? `ZIP ${code}` : ''
  return placeName(signup, zip_code)
}

function Status({ signup: { status, deleted_at, merged_into } }: { signup: ListedSignup }) {
  const { icon, tone } = states[status]
  if (merged_into) return <Fact text={`In ${merged_into.name || 'another signup'}`} />
  if (deleted_at) return <Fact text={`${statusNames[status]}, deleted`} />
  return (
    <StateWord icon={icon} tone={tone}>
      {statusNames[status]}
    </StateWord>
  )
}

const states = {
  started: { icon: IconCircleDashed, tone: 'warn' },
  completed: { icon: IconCircleCheck, tone: 'good' },
  linked: { icon: IconLink, tone: 'accent' },
} as const

/** The first of what they help with, and how many more there are; all of them for who points at it. */
function Roles({ roles }: { roles: readonly string[] }) {
  const names = roles.map((role) => (helpWords as Record<string, string>)[role] ?? role)
  const [first, ...others] = names
  return <Fact text={names.join(', ')} content={others.length > 0 ? `${first} +${others.length}` : first} />
}

function LinkedTo({ signup: { buid, alumnus, alumnus_class_years } }: { signup: ListedSignup }) {
  if (!buid) return <Fact text={null} />
  const whole = nameWithClasses(alumnus ?? '', alumnus_class_years)
  const name = nameWithClasses(alumnus ?? '', [])
  return (
    <Link to="/alumni/$id" params={{ id: buid }} className={classes.fact} title={`${whole}, ${buid}`}>
      <Group component="span" wrap="nowrap" gap={0}>
        <Text span inherit truncate>
          {name}
        </Text>
        {/* The class stays where the name is cut. */}
        <span style={{ flex: 'none', whiteSpace: 'pre' }}>{whole.slice(name.length)}</span>
      </Group>
    </Link>
  )
}
