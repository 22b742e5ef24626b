import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Column } from '../shell/data-table.tsx'
import { dayWords } from '../words/days.ts'
import { count } from '../words/numbers.ts'
import { Marks } from './marks.tsx'
import classes from './columns.module.css'

type ChoosableColumn = { header: string; text: (person: FoundAlumnus) => ReactNode; meta?: { isNumber?: boolean; sort?: string; highestFirst?: boolean } }

/** The columns beside the name, in the order of the table. */
export const choosable = {
  degree: { header: 'Degree', text: ({ recent_degree: degree }) => degree && [degree.degree_code, degree.major_desc].filter(Boolean).join(' ') },
  college: { header: 'College', text: ({ recent_degree: degree }) => degree?.college_name },
  class_years: { header: 'Class of', text: ({ class_years }) => class_years.join(', '), meta: { sort: 'class_year', highestFirst: true } },
  buid: { header: 'BUID', text: ({ buid }) => buid },
  contact_id: { header: 'Contact ID', text: ({ contact_id }) => contact_id },
  email: { header: 'E-mail', text: ({ primary_email }) => primary_email },
  phone: { header: 'Phone', text: ({ mobile_phone }) => mobile_phone },
  place: { header: 'Place', text: ({ city, state, country }) => [city, state, country].filter(Boolean).join(', '), meta: { sort: 'place' } },
  employer: { header: 'Employer', text: ({ employer, job_title }) => [job_title, employer].filter(Boolean).join(', ') },
  last_engaged: { header: 'Last engaged', text: ({ last_engaged }) => last_engaged && dayWords(last_engaged), meta: { sort: 'last_engaged', highestFirst: true } },
  engagements: { header: 'Engagements', text: ({ engagements }) => (engagements > 0 ? count(engagements) : null), meta: { isNumber: true } },
} satisfies Record<string, ChoosableColumn>
export type ColumnName = keyof typeof choosable
export const columnNames = Object.keys(choosable) as ColumnName[]
export const usualColumns: readonly ColumnName[] = ['degree', 'class_years', 'email', 'place', 'employer', 'last_engaged']

/** The name, then what was chosen. `onLeave` is told by which person the page is left. */
export function columnsOf(chosen: readonly ColumnName[], onLeave: (person: FoundAlumnus) => void): Column<FoundAlumnus>[] {
  const name: Column<FoundAlumnus> = {
    id: 'name',
    header: 'Name',
    meta: { sort: 'name' },
    cell: ({ row: { original: person } }) => (
      <span className={classes.person}>
        <Link to="/alumni/$id" params={{ id: person.buid }} className={classes.name} onClick={() => onLeave(person)}>
          {person.name || 'No name'}
        </Link>
        <Marks person={person} />
      </span>
    ),
  }
  const others = columnNames.filter((column) => chosen.includes(column)).map((column): Column<FoundAlumnus> => {
    const { header, text, meta }: ChoosableColumn = choosable[column]
    return { id: column, header, meta, cell: ({ row }) => <span className={classes.fact}>{text(row.original) || '–'}</span> }
  })
  return [name, ...others]
}
