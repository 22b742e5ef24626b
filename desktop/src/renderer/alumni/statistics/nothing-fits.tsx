import { Button } from '@mantine/core'
import { IconFilterX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { mistypedWords } from '../../ui/words/unknown-codes.ts'
import { unknownFilters, type StatisticsSearch } from './filters.ts'
import { choicesQuery } from './queries.ts'

/** No engagement of any year fits: one sentence in the place of seven empty charts. */
export function NothingFits({
  search,
  onFilter,
}: {
  search: StatisticsSearch
  onFilter: (to: StatisticsSearch) => void
}) {
  const { data: choices } = useQuery(choicesQuery)
  const unknown = choices ? unknownFilters(search, choices) : new Map<string, string>()
  const others = Object.fromEntries(Object.entries(search).filter(([filter]) => !unknown.has(filter)))
  return (
    <EmptyState
      icon={IconFilterX}
      title="No engagement fits these filters"
      actions={
        <Button variant="default" onClick={() => onFilter(unknown.size > 0 ? others : {})}>
          {unknown.size > 0 ? 'Without what is unknown' : 'Clear filters'}
        </Button>
      }
    >
      {unknown.size > 0
        ? [...unknown.values(), mistypedWords].map((sentence) => <p key={sentence}>{sentence}</p>)
        : 'Not in any year. Take one of them away, or choose another.'}
    </EmptyState>
  )
}
