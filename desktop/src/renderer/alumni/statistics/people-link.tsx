import type { PeopleWords } from '@alumni/shared/alumni/statistics-people'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count, countOf } from '../../ui/words/numbers.ts'
import { peopleWords } from './findings.ts'
import classes from './people-link.module.css'

type PeopleLinkProps = {
  /** The search that finds them. */
  to: PeopleWords
  /** How many it finds; nobody is no link. */
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
export function linkTo(to: PeopleWords, people: number): LinkProps | undefined {
  return people === 0 ? undefined : { to: '/alumni_search', search: to }
}

/** For a cell of a table: a number of people, or of what they did, that leads to them. */
export function linked(to: PeopleWords, people: number, number = people): ReactNode {
  return (
    <PeopleLink to={to} people={people}>
      {count(number)}
    </PeopleLink>
  )
}
