import { useQueryClient, type QueryKey } from '@tanstack/react-query'

export function useCachedRow<Page, Row>(
  queryKey: QueryKey,
  rowsOf: (page: Page) => readonly Row[],
  isSame: (row: Row) => boolean,
): Row | undefined {
  const pages = useQueryClient().getQueriesData<Page>({ queryKey })
  return pages.flatMap(([, page]) => (page ? rowsOf(page) : [])).find(isSame)
}
