import { statusNames } from '@alumni/shared/champions/staff-list'
import { useQuery } from '@tanstack/react-query'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { SavedPage } from '../../domain/searches/saved-page.tsx'
import { signupFilters } from './filters.tsx'
import { choicesQuery } from './queries.ts'
import { wordsOf } from './signup-words.ts'

export const SavedSignupSearchesPage = () => (
  <RequireRole role="staff">
    <SavedSignupSearches />
  </RequireRole>
)

/** The searches of champion signups under a name. */
function SavedSignupSearches() {
  const { data: choices } = useQuery(choicesQuery)
  const describe = (query: string) => {
    const words = wordsOf(query)
    const status = words.status && statusNames[words.status as keyof typeof statusNames]
    const chips = signupFilters.chipsOf(words, choices).map(({ label }) => label)
    return [words.q && `“${words.q}”`, status, ...chips].filter(Boolean).join(' · ') || 'Everyone'
  }
  return <SavedPage list="champion_signups" of="champions" describe={describe} />
}
