import { searchRowsPerPage, type SearchPage, type SearchQuery } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import type { SearchIndex } from '../search-index/index.ts'
import { readFound } from './read-found.ts'

/** A page of those who fit; beyond the last one it is empty. `matching` counts all. */
export async function searchAlumni(
  em: EntityManager,
  index: SearchIndex,
  { page, ...asked }: SearchQuery,
): Promise<SearchPage> {
  const from = (page - 1) * searchRowsPerPage
  const { matching, ids, respelt } = await index.search(asked, from, from + searchRowsPerPage)
  return {
    alumni: await readFound(em, ids),
    page,
    pages: Math.max(1, Math.ceil(matching / searchRowsPerPage)),
    matching,
    respelt,
  }
}
