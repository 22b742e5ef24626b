import { searchRowsPerPage, type SearchPage, type SearchQuery } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { findAlumni } from './find-alumni.ts'
import type { FreshPeople } from './fresh-people.ts'
import { readFound } from './read-found.ts'

/** A page of those who fit; beyond the last one it is empty. `matching` counts all. */
export async function searchAlumni(
  em: EntityManager,
  fresh: FreshPeople,
  { page, ...asked }: SearchQuery,
): Promise<SearchPage> {
  const { matching, idsAt, respelt } = await findAlumni(em, fresh, asked)
  const from = (page - 1) * searchRowsPerPage
  return {
    alumni: await readFound(em, idsAt(from, from + searchRowsPerPage)),
    page,
    pages: Math.max(1, Math.ceil(matching / searchRowsPerPage)),
    matching,
    respelt,
  }
}
