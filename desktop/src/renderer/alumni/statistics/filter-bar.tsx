import type { StatsChoices, StatsPage } from '@alumni/shared/alumni/statistics'
import { Select, type ComboboxData } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../ui/page/load-failure.tsx'
import { formatUnknownCode } from '../../ui/format/unknown-codes.ts'
import { hasFilters, type StatisticsFilter, type StatisticsSearch, choicesQuery } from './queries.ts'
import classes from './filter-bar.module.css'
import { Button } from '../../ui/button.tsx'

type FilterBarProps = {
  page: StatsPage | undefined
  search: StatisticsSearch
  onFilter: (to: StatisticsSearch) => void
}

const noChoices: StatsChoices = { colleges: [], activities: [], affinities: [] }

export function FilterBar({ page, search, onFilter }: FilterBarProps) {
  const { data, isError, refetch } = useQuery(choicesQuery)
  const { colleges, activities, affinities } = data ?? noChoices
  const labelOf = data ? formatUnknownCode : String
  const setFilter = (filter: StatisticsFilter) => (value: string | null) =>
    onFilter({ ...search, [filter]: value ?? undefined })
  const selectedYear = search.year ?? (page ? String(page.year) : null)
  const renderSelect = (filter: StatisticsFilter, label: string, all: string, options: ComboboxData) => (
    <Select
      aria-label={label}
      placeholder={all}
      data={addUnknownOption(options, search[filter], labelOf)}
      value={search[filter] ?? null}
      onChange={setFilter(filter)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${all.toLowerCase()}` }}
      nothingFoundMessage="Nothing matches"
      limit={200}
      title={undefined}
    />
  )
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      <Select
        aria-label="Fiscal year"
        data={addUnknownOption(
          (page?.years ?? []).map((year) => ({ value: String(year), label: formatYear(String(year)) })),
          selectedYear,
          formatYear,
        )}
        value={selectedYear}
        onChange={setFilter('year')}
        allowDeselect={false}
        placeholder="Fiscal year"
      />
      {renderSelect('college', 'College', 'All colleges', colleges.map(toOption))}
      {renderSelect('activity', 'Activity', 'All activities', activities.map(toOption))}
      {renderSelect('affinity', 'Affinity', 'All affinities', groupByCategory(affinities))}
      {hasFilters(search) && (
        <Button variant="subtle" icon={IconFilterOff} onClick={() => onFilter({})}>
          Clear filters
        </Button>
      )}
      {page && isError && !data && (
        <div style={{ gridColumn: '1 / -1' }}>
          <LoadFailure message="The filter choices could not be loaded." onRetry={refetch} />
        </div>
      )}
    </div>
  )
}

function formatYear(year: string): string {
  return `Fiscal year ${year}`
}

function toOption({ code, name }: { code: string; name: string }) {
  return { value: code, label: name }
}

function groupByCategory(affinities: StatsChoices['affinities']): ComboboxData {
  return Object.entries(Object.groupBy(affinities, ({ category }) => category)).map(([group, items = []]) => ({
    group,
    items: items.map(toOption),
  }))
}

/** Adds the value from the URL if no choice has it, so that the user can see and remove it. */
function addUnknownOption(
  data: ComboboxData,
  value: string | null | undefined,
  labelOf: (value: string) => string,
): ComboboxData {
  const known = data
    .flatMap((item) => (typeof item === 'object' && 'items' in item ? item.items : [item]))
    .map((item) => (typeof item === 'object' ? item.value : item))
  return !value || known.includes(value) ? data : [...data, { value, label: labelOf(value) }]
}
