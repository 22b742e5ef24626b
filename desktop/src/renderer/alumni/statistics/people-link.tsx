import type { SearchParameters, buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { formatNumber, formatCount, formatPercent } from '../../ui/format/numbers.ts'
import { personNoun } from './summarize.ts'
import type { StatisticsFilter, StatisticsSearch } from './queries.ts'
import classes from './chart-card.module.css'
import { emptyCell } from '../../ui/format/empty-cell.tsx'

/** The props of every chart. `onChoose` sets a filter, or clears it if it already has the value. */
export type ChartCardProps = {
  page: StatsPage
  search: StatisticsSearch
  /** Builds searches that list the people behind each number, with the page's filters applied. */
  people: ReturnType<typeof buildStatsSearches>
  onChoose: (filter: StatisticsFilter, value: string) => void
}

export function PeopleLink({ to, people, children }: { to: SearchParameters; people: number; children: ReactNode }) {
  if (people === 0) return children
  return (
    <Link to="/alumni_search" search={to} className={classes.link} title={`Show ${formatCount(people, personNoun)}`}>
      {children}
    </Link>
  )
}

export function buildPeopleLink(to: SearchParameters, people: number): LinkProps | undefined {
  return people === 0 ? undefined : { to: '/alumni_search', search: to }
}

/** Renders `number` as a link to a search for the `people` behind it, or 0 as a dash. */
export function renderLinkedCount(to: SearchParameters, people: number, number = people): ReactNode {
  if (number === 0) return emptyCell
  return (
    <PeopleLink to={to} people={people}>
      {formatNumber(number)}
    </PeopleLink>
  )
}

type Share = { engaged_alumni: number; alumni: number }

/** Renders text such as "105 of 432 · 24.3%", in which both counts are links. */
export function renderShare(
  { engaged_alumni, alumni }: Share,
  engaged: SearchParameters,
  everyone: SearchParameters,
): ReactNode {
  return (
    <>
      {engaged_alumni === 0 ? 0 : renderLinkedCount(engaged, engaged_alumni)} of {renderLinkedCount(everyone, alumni)}
      {` · ${formatPercent(engaged_alumni, alumni)}`}
    </>
  )
}
