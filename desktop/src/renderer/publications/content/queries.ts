import {
  contentChoices,
  newsContract,
  editCommunityPage,
  editNewsPage,
  type ContentQuery,
} from '@alumni/shared/publications/staff-content'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

const homes = { communities: '/settings/content/communities', news: '/settings/content/news' } as const
export type Kind = keyof typeof homes
export const urlOf = (kind: Kind, id: number | string) => `${homes[kind]}/${id}`
export const homeOf = (kind: Kind) => homes[kind]

export function listQuery(kind: Kind, search: ContentQuery) {
  return queryOptions({
    queryKey: [kind, 'list', search],
    queryFn: ({ signal }) => request(`${homes[kind]}${writePlainSearch(search)}`, newsContract.page, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function choicesQuery(kind: Kind) {
  return queryOptions({
    queryKey: [kind, 'new'],
    queryFn: ({ signal }) => request(`${homes[kind]}/new`, contentChoices, { signal }),
  })
}

export function communityQuery(id: string) {
  return queryOptions({
    queryKey: ['communities', id],
    queryFn: ({ signal }) => request(urlOf('communities', id), editCommunityPage, { signal }),
  })
}

export function newsQuery(id: string) {
  return queryOptions({
    queryKey: ['news', id],
    queryFn: ({ signal }) => request(urlOf('news', id), editNewsPage, { signal }),
  })
}

/** As it is at the moment when somebody begins to edit. */
export const fresh = { gcTime: 0, staleTime: Infinity } as const
