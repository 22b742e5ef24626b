import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CountedSearch, useSavedSearches } from '../domain/searches/saved-searches.ts'
import { SavedChange } from '../domain/searches/saved-change.tsx'
import { LoadFailure } from '../ui/page/load-failure.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { formatNumber, formatCount } from '../ui/format/numbers.ts'

const maxShown = 8

type SavedSearchesProps = { saved: ReturnType<typeof useSavedSearches> }

/** Lists saved and shared searches, each with its number of people and the change since Monday. */
export function SavedSearches({ saved: { data: searches = [], error, refetch } }: SavedSearchesProps) {
  return (
    <Section isRuled title="Saved searches">
      {searches.length > 0 ? (
        <>
          <ul className="rows">
            {searches.slice(0, maxShown).map((search) => (
              <SavedSearchLine key={`${search.list} ${search.id}`} search={search} />
            ))}
          </ul>
          <Text fz={13} mt={8}>
            <Link to="/alumni_search/saved">
              {searches.length > maxShown
                ? `All ${formatCount(searches.length, ['saved search', 'saved searches'])}`
                : 'Rename, share or delete'}
            </Link>
          </Text>
        </>
      ) : error ? (
        <LoadFailure message="Your saved searches could not be loaded." onRetry={refetch} />
      ) : (
        <p className="muted">Save a search under a name to see its number here.</p>
      )}
    </Section>
  )
}

function SavedSearchLine({ search: { list, name, query, by, found } }: { search: CountedSearch }) {
  return (
    <Group component="li" justify="space-between" align="baseline" wrap="nowrap">
      <span>
        <PathLink path={`/${list}?${query}`} className="name">
          {name}
        </PathLink>{' '}
        {by && <span className="fact">of {by}</span>}
      </span>
      <Group component="span" gap={12} wrap="nowrap" align="baseline">
        {found && <SavedChange count={found} />}
        <Text component="strong" fw={600} miw={48} ta="right">
          {found ? (found.count === null ? '–' : formatNumber(found.count)) : ''}
        </Text>
      </Group>
    </Group>
  )
}
