import { askedGroups } from '@alumni/shared/alumni/asked'
import type { PeopleList } from '@alumni/shared/publications/list-letters'
import { useQuery } from '@tanstack/react-query'
import { recordedListsQuery, recordedListsUrl } from '../../domain/recording/queries.ts'
import { PathLink } from '../../ui/page/path-link.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { countOf } from '../../ui/words/numbers.ts'

/** Where the people of a letter come from, with the way there. */
export function PeopleFrom({ list }: { list: PeopleList }) {
  switch (list.from) {
    case 'search':
      return <Found path="/alumni_search" query={list.query} all="All alumni" some="A search of alumni" />
    case 'champions':
      return <Found path="/champion_signups" query={list.query} all="All champions" some="The champions’ list" />
    case 'signup':
      return <PathLink path={`/champion_signups/${list.id}`}>One champion</PathLink>
    case 'recorded':
      return <Recorded id={list.id} />
    case 'answers': {
      const path = `/champion_signups/${list.to === 'event' ? 'events' : 'opportunities'}/${list.id}`
      return (
        <PathLink
          path={`${path}?${askedGroups.some((group) => group === list.status) ? 'people' : 'status'}=${list.status ?? 'all'}`}
        >{`Answers to an ${list.to}`}</PathLink>
      )
    }
    case 'reminder':
      return <PathLink path={`/letters/${list.id}`}>The people of an earlier letter</PathLink>
    case 'people':
      return countOf(list.buids.length, ['selected person', 'selected people'])
  }
}

/** The people of a search, whose words may be none. */
function Found({ path, query, all, some }: { path: string; query: string; all: string; some: string }) {
  const q = new URLSearchParams(query).get('q')
  return <PathLink path={`${path}?${query}`}>{q ? `${some}: “${q}”` : query === '' ? all : some}</PathLink>
}

/** "Homecoming, October 3, 2026", which leads to the list in which that was recorded. */
function Recorded({ id }: { id: number }) {
  const { data } = useQuery(recordedListsQuery({ id }))
  const [first] = data?.lists[0]?.what ?? []
  return (
    <PathLink path={`${recordedListsUrl}?id=${id}`}>
      {first ? `Recorded list: ${first.description || first.activity}, ${dayWords(first.day)}` : 'A recorded list'}
    </PathLink>
  )
}
