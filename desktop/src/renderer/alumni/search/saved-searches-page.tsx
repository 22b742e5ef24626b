import { useQuery } from '@tanstack/react-query'
import { SavedPage } from '../../domain/searches/saved-page.tsx'
import { searchFilters } from './filters.tsx'
import { choicesQuery } from './queries.ts'
import { wordsOf } from './search-words.ts'

/** The searches for alumni under a name. */
export function SavedSearchesPage() {
  const { data: choices } = useQuery(choicesQuery)
  const describe = (query: string) => {
    const words = wordsOf(query)
    const parts = [
      words.q && `“${words.q}”`,
      ...searchFilters.chipsOf(words, choices).map(({ label }) => label),
    ].filter(Boolean)
    return parts.join(' · ') || 'Everyone'
  }
  return <SavedPage list="alumni_search" of="alumni" describe={describe} />
}
