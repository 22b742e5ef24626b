import type { SearchFilters, SearchPage, SearchQuery } from '@alumni/shared/alumni/search'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { SearchIndex } from '../search-index/index.ts'
import { readFound } from './read-found.ts'

/** A page of those who fit; behind the last page it is the last one. `matching` counts all. */
export async function searchAlumni(db: Db, index: SearchIndex, { page, ...asked }: SearchQuery): Promise<SearchPage> {
  const searchPage = (number: number) => index.search(asked, (number - 1) * rowsPerPage, number * rowsPerPage)
  const found = await searchPage(page)
  const pages = pagesOf(found.matching)
  const shown = Math.min(page, pages)
  const { matching, ids, corrections } = shown < page && found.matching > 0 ? await searchPage(shown) : found
  return { alumni: await readFound(db, ids, asked), page: shown, pages, matching, corrections }
}

/** How many fit; null for a distance around a ZIP code that is not known. */
export async function countFound(index: SearchIndex, asked: SearchFilters): Promise<number | null> {
  try {
    return (await index.search(asked, 0, 0)).matching
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
