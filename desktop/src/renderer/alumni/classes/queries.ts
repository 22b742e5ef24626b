import { classesPage, classPage, type ClassesQuery } from '@alumni/shared/alumni/classes'
import { signupsPage } from '@alumni/shared/champions/staff-list'
import { writePlainSearch } from '../../plain-search.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const classesQuery = (search: Partial<ClassesQuery>) =>
  readPageQuery(['classes', search], `/classes${writePlainSearch(toStrings(search))}`, classesPage)

export function classesCsvUrl({ decade, reunion, sort }: Partial<ClassesQuery>): string {
  return `/classes.csv${writePlainSearch(toStrings({ decade, reunion, sort }))}`
}

function toStrings(search: Partial<ClassesQuery>) {
  return Object.fromEntries(Object.entries(search).map(([param, value]) => [param, value?.toString()]))
}

/** Reads a class; `year` is unvalidated text from the URL. */
export const classQuery = (year: string) =>
  readQuery(['classes', 'class', year], `/classes/${encodeURIComponent(year)}`, classPage)

export const bouncedSignupsQuery = (search: { unreached: string; year_from: string; year_to: string }) =>
  readQuery(['champion_signups', 'bounced', search], `/champion_signups${writePlainSearch(search)}`, signupsPage)
