import { askedGroups } from '@alumni/shared/alumni/ask-filters'
import { listNameReply } from '@alumni/shared/publications/letter-requests'
import type { PeopleList } from '@alumni/shared/publications/list-letters'
import { useQuery } from '@tanstack/react-query'
import { recordedListsUrl } from '../../domain/recording/queries.ts'
import { PathLink } from '../../ui/page/path-link.tsx'
import { readByPost } from './kind.ts'

export function ListLink({ list }: { list: PeopleList }) {
  const { data } = useQuery({ ...readByPost('list_names', listNameReply, { list }), placeholderData: undefined })
  const [path, name] = [pathOf(list), data?.name ?? '…']
  return path === null ? name : <PathLink path={path}>{name}</PathLink>
}

function pathOf(list: PeopleList): string | null {
  switch (list.from) {
    case 'search':
      return `/alumni_search?${list.query}`
    case 'champions':
      return `/champion_signups?${list.query}`
    case 'signup':
      return `/champion_signups/${list.id}`
    case 'recorded':
      return `${recordedListsUrl}?id=${list.id}`
    case 'answers': {
      const page = `/champion_signups/${list.to === 'event' ? 'events' : 'opportunities'}/${list.id}`
      return `${page}?${askedGroups.some((group) => group === list.status) ? 'people' : 'status'}=${list.status ?? 'all'}`
    }
    case 'reminder':
      return `/letters/${list.id}`
    case 'people':
      return null
  }
}
