import { classesPage, classPage, type ClassesQuery } from '@alumni/shared/alumni/classes'
import { signupsPage } from '@alumni/shared/champions/staff-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export function classesQuery(search: Partial<ClassesQuery>) {
  return queryOptions({
    queryKey: ['classes', search],
    queryFn: ({ signal }) => request(`/classes${writePlainSearch(wordsOf(search))}`, classesPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function classesFile({ decade, reunion, sort }: Partial<ClassesQuery>): string {
  return `/classes.csv${writePlainSearch(wordsOf({ decade, reunion, sort }))}`
}

function wordsOf(search: Partial<ClassesQuery>) {
  return Object.fromEntries(Object.entries(search).map(([word, value]) => [word, value?.toString()]))
}

/** `year` is as the address has it, which may be no year. */
export function classQuery(year: string) {
  return queryOptions({
    queryKey: ['classes', 'class', year],
    queryFn: ({ signal }) => request(`/classes/${encodeURIComponent(year)}`, classPage, { signal }),
  })
}

/** Champions of a class to whom a letter did not arrive. */
export function bouncedQuery(search: { unreached: string; year_from: string; year_to: string }) {
  return queryOptions({
    queryKey: ['champion_signups', 'bounced', search],
    queryFn: ({ signal }) => request(`/champion_signups${writePlainSearch(search)}`, signupsPage, { signal }),
  })
}
