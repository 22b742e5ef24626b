import type { SearchPage, SearchQuery } from '@alumni/shared/alumni-search'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import type { EntityManager } from '../../database/orm.ts'
import type { SearchIndex } from '../search-index/index.ts'
import { readFound } from './read-found.ts'

/** A page of those who fit; behind the last page it is the last one. `matching` counts all. */
export async function searchAlumni(
  em: EntityManager,
  index: SearchIndex,
  { page, ...asked }: SearchQuery,
): Promise<SearchPage> {
  const searchPage = (number: number) => index.search(asked, (number - 1) * rowsPerPage, number * rowsPerPage)
  const found = await searchPage(page)
  const pages = pagesOf(found.matching)
  const shown = Math.min(page, pages)
  const { matching, ids, corrections } = shown < page && found.matching > 0 ? await searchPage(shown) : found
  return { alumni: await readFound(em, ids, asked), page: shown, pages, matching, corrections }
}
