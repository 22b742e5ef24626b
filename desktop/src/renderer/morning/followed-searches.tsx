import { maxCompared, movesWords, type FollowedSearch, type Moved } from '@alumni/shared/alumni/saved-searches'
import { Box, Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { NameLink } from '../domain/people/person-link.tsx'
import { NotLoaded } from '../ui/page/not-loaded.tsx'
import { PathLink } from '../ui/page/path-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { shortDayOfYear } from '../ui/words/days.ts'
import { count } from '../ui/words/numbers.ts'

type FollowedSearchesProps = { query: UseQueryResult<{ searches: FollowedSearch[] }> }

/** People who entered or left the searches that someone follows, by the Monday of this week, and why. */
export function FollowedSearches({ query: { data, isError, refetch } }: FollowedSearchesProps) {
  if (data ? data.searches.length === 0 : !isError) return null
  return (
    <Section isRuled title="Changes in your searches">
      {data ? (
        <ul className="rows">
          {data.searches.map((search) => (
            <Followed key={search.id} search={search} />
          ))}
        </ul>
      ) : (
        <NotLoaded sentence="Changes in your searches could not be loaded." onRetry={refetch} />
      )}
    </Section>
  )
}

const shownAtFirst = 5

function Followed({ search }: { search: FollowedSearch }) {
  const { name, query, by, week, since, came_in, left } = search
  const [isWhole, setWhole] = useState(false)
  const moves = [...movesOf(came_in, true), ...movesOf(left, false)]
  const shown = isWhole ? moves : moves.slice(0, shownAtFirst)
  const rest = restOf(came_in, left)
  return (
    <li>
      <div>
        <PathLink path={`/alumni_search?${query}`} className="name">
          {name}
        </PathLink>{' '}
        {by && <span className="fact">of {by}</span>}{' '}
        {week && since && <span className="fact">{shortDayOfYear(week)}</span>}
      </div>
      <p className={moves.length > 0 ? undefined : 'muted'}>{summaryOf(search)}</p>
      {moves.length > 0 && (
        <ul className="list" aria-label={`Changes in “${name}”`}>
          {shown.map(({ buid, name, why, isIn }) => (
            <Box component="li" key={buid} py={{ base: 10, sm: 3 }}>
              <span className="visually-hidden">{isIn ? 'New: ' : 'No longer matching: '}</span>
              <span aria-hidden>{isIn ? '+' : '−'}</span> <NameLink name={name} buid={buid} />{' '}
              <span className="fact">{why}</span>
            </Box>
          ))}
        </ul>
      )}
      {shown.length < moves.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {count(moves.length - shown.length)} more
        </Button>
      )}
      {rest && shown.length === moves.length && <p className="muted">{rest}</p>}
    </li>
  )
}

function movesOf(moved: Moved | null, isIn: boolean) {
  return (moved?.people ?? []).map((person) => ({ ...person, isIn }))
}

function summaryOf({ week, since, came_in, left, ...counts }: FollowedSearch): string {
  if (week !== null && counts.count === null) return 'This search can no longer be read. Open it and save it again.'
  if (since === null) return 'Changes appear here from next Monday on.'
  const words = movesWords({ ...counts, came_in: came_in?.count ?? null, left: left?.count ?? null })
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  return came_in ? sentence : `${sentence} Names are listed for searches that find at most ${count(maxCompared)}.`
}

/** Counts unnamed people: too many, or no longer on file. */
function restOf(came_in: Moved | null, left: Moved | null): string {
  const all = [came_in, left].filter((moved) => moved !== null)
  const sum = (of: (moved: Moved) => number) => all.reduce((total, moved) => total + of(moved), 0)
  const offFile = sum(({ off_file }) => off_file)
  const rest = sum((moved) => moved.count - moved.people.length - moved.off_file)
  return [
    ...(offFile > 0 ? [`${count(offFile)} ${offFile === 1 ? 'is' : 'are'} no longer on file.`] : []),
    ...(rest > 0 ? [`And ${count(rest)} more.`] : []),
  ].join(' ')
}
