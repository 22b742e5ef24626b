import { searchQuery, type SearchQuery, searchSorts, type SearchSort } from '@alumni/shared/alumni/search'
import { useSearch } from '@tanstack/react-router'
import { createListParams, useListAddress, type ListParams } from '../../domain/searches/list-params.ts'

export type SearchParams = ListParams<keyof SearchQuery>
export type SearchParam = keyof SearchParams

const addressTools = createListParams(Object.keys(searchQuery.shape) as SearchParam[])
export const { read: readSearchParams, withChanges, queryOf, paramsOf } = addressTools

/** Checks whether the URL has a search. A sort order alone counts as a search, which lists everyone. */
export function hasSearchParams(params: SearchParams): boolean {
  return Object.keys(params).length > 0
}

const sortLabels: Record<SearchSort, string> = {
  relevance: 'Best match',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  class_year: 'Class year, earliest first',
  '-class_year': 'Class year, latest first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
  last_engaged: 'Engaged longest ago',
  '-last_engaged': 'Engaged most recently',
}

function defaultSort({ q }: SearchParams): SearchSort {
  return q ? 'relevance' : 'name'
}

/** Returns the possible, current and default sort orders. "Best match" requires typed words. */
export function listSorts(params: SearchParams) {
  const sorts = searchSorts
    .filter((sort) => sort !== 'relevance' || params.q)
    .map((sort) => ({ sort, label: sortLabels[sort] }))
  const current = sorts.find(({ sort }) => sort === params.sort)?.sort ?? defaultSort(params)
  return { sorts, current, defaultSort: defaultSort(params) }
}

/** Adds a history entry only for the first change, so that Back does not step through every letter typed. */
export const useSearchAddress = () =>
  useListAddress<SearchParam>(useSearch({ from: '/shell/alumni_search' }), addressTools, hasSearchParams)
