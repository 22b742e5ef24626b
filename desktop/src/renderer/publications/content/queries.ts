import { editCommunityPage, editNewsPage } from '@alumni/shared/publications/staff-content'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'

const homes = { communities: '/settings/content/communities', news: '/settings/content/news' } as const
type Kind = keyof typeof homes
export const urlOf = (kind: Kind, id: number | string) => `${homes[kind]}/${id}`

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
