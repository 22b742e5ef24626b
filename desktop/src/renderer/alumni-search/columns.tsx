import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import { Link } from '@tanstack/react-router'
import type { Column } from '../ui/data-table.tsx'
import { Fact } from '../ui/searches/fact.tsx'
import { shortDay } from '../ui/words/days.ts'
import { count } from '../ui/words/numbers.ts'
import { Marks } from './marks.tsx'
import type { useReturn } from './use-return.ts'
import classes from '../ui/searches/cells.module.css'

/** `weight` is the width in px where there is room for all. */
type ChoosableColumn = {
  header: string
  weight: number
  text: (person: FoundAlumnus) => string | null | undefined
  meta?: { isNumber?: boolean; sort?: string; highestFirst?: boolean }
}

/** The columns beside the name, in the order of the table. */
export const choosable = {
  degree: {
    header: 'Degree',
    weight: 190,
    text: ({ recent_degree: degree }) => degree && [degree.degree_code, degree.major_desc].filter(Boolean).join(' '),
  },
  college: { header: 'College', weight: 160, text: ({ recent_degree: degree }) => degree?.college_name },
  class_years: {
    header: 'Class of',
    weight: 104,
    text: ({ class_years }) => class_years.join(', '),
    meta: { sort: 'class_year', highestFirst: true },
  },
  buid: { header: 'BUID', weight: 110, text: ({ buid }) => buid },
  contact_id: { header: 'Contact ID', weight: 124, text: ({ contact_id }) => contact_id },
  email: { header: 'E-mail', weight: 262, text: ({ primary_email }) => primary_email },
  phone: { header: 'Phone', weight: 130, text: ({ mobile_phone }) => mobile_phone },
  place: {
    header: 'Place',
    weight: 150,
    text: ({ city, state, country }) => [city, state, country].filter(Boolean).join(', '),
    meta: { sort: 'place' },
  },
  employer: {
    header: 'Employer',
    weight: 170,
    text: ({ employer, job_title }) => [job_title, employer].filter(Boolean).join(', '),
  },
  last_engaged: {
    header: 'Last engaged',
    weight: 136,
    text: ({ last_engaged }) => last_engaged && shortDay(last_engaged),
    meta: { sort: 'last_engaged', highestFirst: true },
  },
  engagements: {
    header: 'Engagements',
    weight: 110,
    text: ({ engagements }) => (engagements > 0 ? count(engagements) : null),
    meta: { isNumber: true },
  },
} satisfies Record<string, ChoosableColumn>
export type ColumnName = keyof typeof choosable
export const columnNames = Object.keys(choosable) as ColumnName[]
export const usualColumns: readonly ColumnName[] = ['degree', 'class_years', 'email', 'place', 'last_engaged']

/** The name, then what was chosen. */
export function columnsOf(chosen: readonly ColumnName[], place: ReturnType<typeof useReturn>): Column<FoundAlumnus>[] {
  const name: Column<FoundAlumnus> = {
    id: 'name',
    header: 'Name',
    meta: { sort: 'name', width: 300 },
    cell: ({ row: { original: person } }) => (
      <span className={classes.person}>
        <Link
          to="/alumni/$id"
          params={{ id: person.buid }}
          state={place.state}
          className={classes.name}
          title={person.name}
          onClick={() => place.leaveBy(person.buid)}
        >
          {person.name || 'No name'}
        </Link>
        <span className={classes.marks}>
          <Marks person={person} />
        </span>
      </span>
    ),
  }
  const others = columnNames
    .filter((column) => chosen.includes(column))
    .map((column): Column<FoundAlumnus> => {
      const { header, weight, text, meta }: ChoosableColumn = choosable[column]
      return {
        id: column,
        header,
        meta: { ...meta, width: weight },
        cell: ({ row }) => <Fact text={text(row.original)} />,
      }
    })
  return [name, ...others]
}
