import type { SavedCount, SavedSearch, SearchableList } from '@alumni/shared/alumni/saved-searches'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../ui/page/not-loaded.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { savedCountsQuery, savedSearchesQuery, savedUrl } from '../domain/searches/saved-actions.ts'
import { SavedChange } from '../domain/searches/saved-change.tsx'
import { Section } from '../ui/page/section.tsx'
import { count, countOf } from '../ui/words/numbers.ts'

const shown = 8

/** Saved and shared searches of a list: how many people each finds now, and how many more than on Monday. */
export function SavedSearches({ list, title }: { list: SearchableList; title: string }) {
  const saved = useQuery(savedSearchesQuery(list))
  const counts = useQuery({ ...savedCountsQuery(list), enabled: (saved.data?.searches.length ?? 0) > 0 })
  const searches = saved.data?.searches ?? []
  if (list === 'champion_signups' && searches.length === 0) return null
  return (
    <Section isRuled title={title}>
      {searches.length > 0 ? (
        <>
          <ul className="rows">
            {searches.slice(0, shown).map((search) => (
              <Saved
                key={search.id}
                list={list}
                search={search}
                found={counts.data?.counts.find(({ id }) => id === search.id)}
              />
            ))}
          </ul>
          <Text fz={13} mt={8}>
            <PathLink path={savedUrl(list)}>
              {searches.length > shown
                ? `All ${countOf(searches.length, ['saved search', 'saved searches'])}`
                : 'Rename, share or delete'}
            </PathLink>
          </Text>
        </>
      ) : saved.isError ? (
        <NotLoaded sentence="Your saved searches could not be loaded." onRetry={saved.refetch} />
      ) : (
        <p className="muted">Save a search under a name to see its number here.</p>
      )}
    </Section>
  )
}

type SavedProps = { list: SearchableList; search: SavedSearch; found: SavedCount | undefined }

function Saved({ list, search: { name, query, by }, found }: SavedProps) {
  return (
    <Group component="li" justify="space-between" align="baseline" wrap="nowrap">
      <span>
        <PathLink path={`/${list}?${query}`} className="name">
          {name}
        </PathLink>{' '}
        {by && <span className="fact">of {by}</span>}
      </span>
      <Group component="span" gap={12} wrap="nowrap" align="baseline">
        {found && <SavedChange of={found} />}
        <Text component="strong" fw={600} miw={48} ta="right">
          {found ? (found.count === null ? '–' : count(found.count)) : ''}
        </Text>
      </Group>
    </Group>
  )
}
