import type { SearchPage, SearchQuery } from '@alumni/shared/alumni-search'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import type { EntityManager } from '../../database/orm.ts'
import type { SearchIndex } from '../search-index/index.ts'
import { readFound } from './read-found.ts'

/** A page of those who fit; beyond the last one it is empty. `matching` counts all. */
export async function searchAlumni(
  em: EntityManager,
  index: SearchIndex,
  { page, ...asked }: SearchQuery,
): Promise<SearchPage> {
  const from = (page - 1) * rowsPerPage
  const { matching, ids, corrections } = await index.search(asked, from, from + rowsPerPage)
  return {
    alumni: await readFound(em, ids),
    page,
    pages: pagesOf(matching),
    matching,
    corrections,
  }
}
