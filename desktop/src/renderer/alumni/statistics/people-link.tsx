import type { SearchParameters, buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { count, countOf, percent } from '../../ui/words/numbers.ts'
import { peopleWords } from './findings.ts'
import type { StatisticsFilter, StatisticsSearch } from './queries.ts'
import classes from './chart-card.module.css'
import { emptyCell } from '../../ui/words/empty-cell.tsx'

/** The props of every chart of the page. `onChoose` sets a filter, or clears it where it is the same. */
export type CardProps = {
  page: StatsPage
  search: StatisticsSearch
  /** For each number the search for its people, under the filters of the page. */
  people: ReturnType<typeof buildStatsSearches>
  onChoose: (filter: StatisticsFilter, value: string) => void
}

type PeopleLinkProps = {
  /** The search that finds them. */
  to: SearchParameters
  /** Their number; 0 gives no link. */
  people: number
  children: ReactNode
}

/** A number that leads to its people. */
export function PeopleLink({ to, people, children }: PeopleLinkProps) {
  if (people === 0) return children
  return (
    <Link to="/alumni_search" search={to} className={classes.link} title={`Show ${countOf(people, peopleWords)}`}>
      {children}
    </Link>
  )
}

/** The same for a bar. */
export function linkTo(to: SearchParameters, people: number): LinkProps | undefined {
  return people === 0 ? undefined : { to: '/alumni_search', search: to }
}

/** For a cell of a table: a number of people, or of what they did, that leads to them; zero is a dash. */
export function linked(to: SearchParameters, people: number, number = people): ReactNode {
  if (number === 0) return emptyCell
  return (
    <PeopleLink to={to} people={people}>
      {count(number)}
    </PeopleLink>
  )
}

type Share = { engaged_alumni: number; alumni: number }

/** A share with what it is a share of, each with its search: "105 of 432 · 24.3%". */
export function shareOf(
  { engaged_alumni, alumni }: Share,
  engaged: SearchParameters,
  all: SearchParameters,
): ReactNode {
  return (
    <>
      {engaged_alumni === 0 ? 0 : linked(engaged, engaged_alumni)} of {linked(all, alumni)}
      {` · ${percent(engaged_alumni, alumni)}`}
    </>
  )
}
