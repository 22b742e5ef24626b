import type { PeopleList } from '@alumni/shared/publications/list-letters'
import { PathLink } from '../../ui/page/path-link.tsx'
import { countOf } from '../../ui/words/numbers.ts'

/** Where the people of a letter come from, with the way there. */
export function PeopleFrom({ list }: { list: PeopleList }) {
  const path = pathOf(list)
  const words = wordsOf(list)
  return path === null ? words : <PathLink path={path}>{words}</PathLink>
}

const names = {
  search: 'A search of alumni',
  recorded: 'A recorded list',
  champions: 'The champions’ list',
  answers: 'Answers',
  reminder: 'The people of an earlier letter',
}

function wordsOf(list: PeopleList): string {
  if (list.from === 'people') return countOf(list.buids.length, ['selected person', 'selected people'])
  const q = 'query' in list && new URLSearchParams(list.query).get('q')
  return q ? `${names[list.from]}: “${q}”` : names[list.from]
}

function pathOf(list: PeopleList): string | null {
  switch (list.from) {
    case 'search':
      return `/alumni_search?${list.query}`
    case 'champions':
      return `/champion_signups?${list.query}`
    case 'recorded':
      return '/tools/recorded_lists'
    case 'answers':
      return `/champion_signups/${list.to === 'event' ? 'events' : 'opportunities'}/${list.id}?status=${list.status ?? 'all'}`
    case 'reminder':
      return `/letters/${list.id}`
    case 'people':
      return null
  }
}
