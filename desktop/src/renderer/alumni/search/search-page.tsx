import type { SearchPage as SearchResults } from '@alumni/shared/alumni/search'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { useFilterTools } from '../../domain/searches/filter-tools.tsx'
import { useListOrigin } from '../../domain/searches/list-origin.ts'
import { ResultsSkeleton, useResults } from '../../domain/searches/use-results.tsx'
import { Page } from '../../ui/page/page.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { searchFilters } from './filters.tsx'
import { alumniSearchQuery, choicesQuery, searchUrl } from './queries.ts'
import { needsChoices } from './readings.tsx'
import { SearchBox } from './search-box.tsx'
import { hasSearchParams, useSearchAddress, type SearchParams } from './search-params.ts'
import { useSelection } from './use-selection.ts'

// These parts are loaded only for a search.
const loadParts = () => import('./result-parts.ts')
const AlumniResults = lazyComponent(loadParts, 'AlumniResults')
const AlumniSearchActions = lazyComponent(loadParts, 'AlumniSearchActions')

/** Shows the search box and its results, or `start` if the URL has no search. */
export function SearchPage({ start }: { start: ReactNode }) {
  const address = useSearchAddress()
  const results = useResults(alumniSearchQuery(address.params), hasSearchParams(address.params))
  const { page } = results
  const matching = page?.matching
  const origin = useListOrigin(
    searchUrl,
    address.params,
    page && { page: page.page, rows: page.alumni.map(({ buid }) => buid) },
  )
  const { choices, setFiltersOpened } = useChoices(address.params, page)
  const hasSearch = hasSearchParams(address.params)
  const isEmpty = useHasNoAlumni()
  const selection = useSelection()
  const filters = useFilterTools({
    set: searchFilters,
    params: address.params,
    choices,
    errors: results.refusal?.fields,
    matching,
    noun: ['person', 'people'],
    onChange: address.change,
    onOpen: () => setFiltersOpened(true),
  })
  useEffect(() => void AlumniResults.preload?.(), [])
  return (
    <Page title="Search alumni" hasOwnFocus>
      <Group align="flex-start" gap={8} mb={{ base: 4, sm: 8 }} wrap="nowrap">
        <SearchBox
          q={address.params.q ?? ''}
          hasSearch={hasSearch}
          results={results}
          origin={origin}
          onFind={(q) => address.change({ q })}
        />
        {filters.button}
        {hasSearch && (
          <Suspense>
            <AlumniSearchActions params={address.params} matching={matching} />
          </Suspense>
        )}
      </Group>
      {hasSearch ? (
        <Suspense fallback={<ResultsSkeleton />}>
          <AlumniResults
            address={address}
            results={results}
            choices={choices.data}
            origin={origin}
            chips={filters.chips}
            selection={selection}
          />
        </Suspense>
      ) : (
        <>
          {isEmpty && (
            <NoAlumniYet>
              Everyone in the CRM’s files can be found here, by name, identifier, address or phone number.
            </NoAlumniYet>
          )}
          {start}
        </>
      )}
    </Page>
  )
}

/** Loads the filter choices once the user opens the filters or the page must show the name of a code. */
function useChoices(params: SearchParams, page: SearchResults | undefined) {
  const [areFiltersOpened, setFiltersOpened] = useState(false)
  const choices = useQuery({ ...choicesQuery, enabled: areFiltersOpened || needsChoices(params, page) })
  return { choices, setFiltersOpened }
}
