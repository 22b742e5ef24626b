import { useQueryClient, type QueryKey } from '@tanstack/react-query'

/** Returns the row of a list in memory, so that a page shows what the row knew while it loads. */
export function useCachedRow<Page, Row>(
  queryKey: QueryKey,
  rowsOf: (page: Page) => readonly Row[],
  isSame: (row: Row) => boolean,
): Row | undefined {
  const pages = useQueryClient().getQueriesData<Page>({ queryKey })
  return pages.flatMap(([, page]) => (page ? rowsOf(page) : [])).find(isSame)
}
