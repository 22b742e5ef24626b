import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { FoundAlumnus, FoundBy as Reason } from '@alumni/shared/alumni/search'
import { placeName } from '@alumni/shared/countries'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconStar } from '@tabler/icons-react'
import { Fact } from '../../domain/searches/columns.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import {
  EmailFact,
  PhoneFact,
  contactTags,
  emailBlockerLabel,
  phoneBlockerLabel,
} from '../../domain/people/contact-blockers.tsx'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'
import classes from '../../domain/searches/cells.module.css'
import { column, type Column, type ColumnOptions } from '../../ui/table/table-columns.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

type OptionalColumn = {
  header: string
  text: (person: FoundAlumnus) => string | null | undefined
  cell?: (person: FoundAlumnus) => ReactNode
  options: ColumnOptions
}

/** The columns that can be hidden, in table order; the name column always comes first. */
export const optionalColumns = {
  class_years: {
    header: 'Class',
    text: ({ class_years }) => class_years.join(', '),
    options: { width: 88, sort: 'class_year', isDescendingFirst: true },
  },
  degree: {
    header: 'Degree',
    text: ({ recent_degree: degree }) => degree && [degree.degree_code, degree.major_desc].filter(Boolean).join(' '),
    options: { width: 200 },
  },
  college: { header: 'College', text: ({ recent_degree: degree }) => degree?.college_name, options: { width: 230 } },
  buid: { header: 'BUID', text: ({ buid }) => buid, options: { width: 96 } },
  contact_id: { header: 'Contact ID', text: ({ contact_id }) => contact_id, options: { width: 108 } },
  email: {
    header: 'E-mail',
    text: ({ primary_email }) => primary_email,
    cell: (person) => <EmailFact person={person} value={person.primary_email} />,
    options: { width: 258 },
  },
  phone: {
    header: 'Phone',
    text: ({ mobile_phone }) => mobile_phone,
    cell: (person) => <PhoneFact person={person} value={person.mobile_phone} />,
    options: { width: 124 },
  },
  place: { header: 'Lives in', text: (person) => placeName(person), options: { width: 120, sort: 'place' } },
  employer: {
    header: 'Employer',
    text: ({ employer, job_title }) => [job_title, employer].filter(Boolean).join(', '),
    options: { width: 240 },
  },
  last_engaged: {
    header: 'Last engaged',
    text: ({ last_engaged }) => last_engaged,
    cell: ({ last_engaged: date }) => <Fact text={date} content={date && <ShortDate date={date} />} />,
    options: { width: 104, sort: 'last_engaged', isDescendingFirst: true },
  },
  engagements: {
    header: 'Engagements',
    text: ({ engagements }) => (engagements > 0 ? formatNumber(engagements) : null),
    options: { width: 104, isNumber: true },
  },
} satisfies Record<string, OptionalColumn>
export type ColumnName = keyof typeof optionalColumns
export const columnNames = Object.keys(optionalColumns) as ColumnName[]
export const defaultColumns: readonly ColumnName[] = ['class_years', 'degree', 'email', 'place', 'last_engaged']

/** Builds the columns. `isSortedByName` puts last names first; `hasAddress` shows e-mail even in narrow tables. */
export function buildColumns(
  chosenColumns: readonly ColumnName[],
  origin: ReturnType<typeof useListOrigin>,
  { isSortedByName, hasAddress }: { isSortedByName: boolean; hasAddress: boolean },
): Column<FoundAlumnus>[] {
  const name = column<FoundAlumnus>('name', 'Name', { width: 272, sort: 'name' }, (person) => (
    <span className={classes.person}>
      <Link
        to="/alumni/$id"
        params={{ id: person.buid }}
        className={classes.name}
        title={person.name}
        {...origin.linkTo(person.buid, `/alumni/${person.buid}`)}
      >
        {(isSortedByName ? person.surname_first : person.name) || 'No name'}
      </Link>
      <span className={classes.marks} data-many={listPersonTags(person).length > 1 || undefined}>
        <PersonTags person={person} />
      </span>
      <MatchedFields person={person} visibleColumns={chosenColumns} />
    </span>
  ))
  const others = columnNames
    .filter((id) => chosenColumns.includes(id))
    .map((id) => {
      const { header, text, cell, options }: OptionalColumn = optionalColumns[id]
      return column<FoundAlumnus>(
        id,
        header,
        { ...options, isOptional: id === 'email' && !hasAddress },
        (person) => cell?.(person) ?? <Fact text={text(person)} />,
      )
    })
  return [name, ...others]
}

export function formatPhoneLine(person: FoundAlumnus): string {
  const { degree, place } = optionalColumns
  const years = person.class_years.map(shortClassYear).join(' ')
  const matches = describeMatches(person, []).map(({ text, blocker }) =>
    blocker ? `${text} (${blocker.toLowerCase()})` : text,
  )
  return [...matches, degree.text(person), years, place.text(person)].filter(Boolean).join(' · ') || person.buid
}

const personTags = [
  ...contactTags,
  { flag: 'is_champion', label: 'Champion', short: 'Champion', tone: 'accent', icon: IconStar },
] as const

function listPersonTags(person: FoundAlumnus) {
  return personTags.filter(({ flag }) => person[flag])
}

function PersonTags({ person }: { person: FoundAlumnus }) {
  return listPersonTags(person).map(({ flag, label, short, tone, icon: Icon }) => (
    <span key={flag} className={`tag ${classes.mark}`} data-tone={tone} title={label}>
      <Icon size={13} stroke={1.9} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <span className={classes.short} aria-hidden>
        {short}
      </span>
    </span>
  ))
}

const columnByField: Partial<Record<Reason['field'], string>> = {
  primary_email: 'email',
  mobile_phone: 'phone',
  buid: 'buid',
  contact_id: 'contact_id',
}

const shortNames: Partial<Record<Reason['field'], string>> = {
  former_last_name: 'Formerly',
  mobile_phone: 'Mobile',
  home_phone: 'Home',
}

/** Describes matches in hidden columns, such as "Formerly Jones"; `blocker` is the reason not to use a value. */
function describeMatches(person: FoundAlumnus, visibleColumns: readonly string[]) {
  return (person.found_by ?? [])
    .filter(({ field }) => !visibleColumns.includes(columnByField[field] ?? ''))
    .map(({ field, value }) => ({
      text: `${shortNames[field] ?? fieldLabel(field)} ${value}`,
      blocker: field.endsWith('_email')
        ? emailBlockerLabel(person)
        : field.endsWith('_phone')
          ? phoneBlockerLabel(person)
          : null,
    }))
}

function MatchedFields({ person, visibleColumns }: { person: FoundAlumnus; visibleColumns: readonly string[] }) {
  return describeMatches(person, visibleColumns).map(({ text, blocker }) => (
    <span key={text} className={classes.foundBy}>
      <Fact text={text} blocker={blocker} />
    </span>
  ))
}
