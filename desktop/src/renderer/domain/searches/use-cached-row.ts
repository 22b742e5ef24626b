import { useQueryClient, type QueryKey } from '@tanstack/react-query'

/** Returns the row for which `isSame` is true from the cached pages of a list, or undefined. Requests nothing. */
export function useCachedRow<Page, Row>(
  queryKey: QueryKey,
  rowsOf: (page: Page) => readonly Row[],
  isSame: (row: Row) => boolean,
): Row | undefined {
  const pages = useQueryClient().getQueriesData<Page>({ queryKey })
  return pages.flatMap(([, page]) => (page ? rowsOf(page) : [])).find(isSame)
}
