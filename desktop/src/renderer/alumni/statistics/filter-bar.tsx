import type { StatsChoices, StatsPage } from '@alumni/shared/alumni/statistics'
import { Button, Select, type ComboboxData } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { unknownCode } from '../../ui/words/unknown-codes.ts'
import { hasFilters, type StatisticsFilter, type StatisticsSearch, choicesQuery } from './queries.ts'
import classes from './filter-bar.module.css'

type FilterBarProps = {
  page: StatsPage | undefined
  search: StatisticsSearch
  onFilter: (to: StatisticsSearch) => void
}

const nothing: StatsChoices = { colleges: [], activities: [], affinities: [] }

/** The filters that all charts share; stays in sight while one scrolls. */
export function FilterBar({ page, search, onFilter }: FilterBarProps) {
  const { data, isError, refetch } = useQuery(choicesQuery)
  const { colleges, activities, affinities } = data ?? nothing
  const labelOf = data ? unknownCode : String
  const set = (filter: StatisticsFilter) => (value: string | null) =>
    onFilter({ ...search, [filter]: value ?? undefined })
  const shown = search.year ?? (page ? String(page.year) : null)
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      <Select
        aria-label="Fiscal year"
        data={withChosen(
          (page?.years ?? []).map((year) => ({ value: String(year), label: sayYear(String(year)) })),
          shown,
          sayYear,
        )}
        value={shown}
        onChange={set('year')}
        allowDeselect={false}
        placeholder="Fiscal year"
      />
      <Choice
        label="College"
        all="All colleges"
        data={withChosen(colleges.map(option), search.college, labelOf)}
        value={search.college}
        onChange={set('college')}
      />
      <Choice
        label="Activity"
        all="All activities"
        data={withChosen(activities.map(option), search.activity, labelOf)}
        value={search.activity}
        onChange={set('activity')}
      />
      <Choice
        label="Affinity"
        all="All affinities"
        data={withChosen(byCategory(affinities), search.affinity, labelOf)}
        value={search.affinity}
        onChange={set('affinity')}
      />
      <Button
        variant="subtle"
        className={classes.clear}
        data-needed={hasFilters(search) || undefined}
        disabled={!hasFilters(search)}
        leftSection={<IconFilterOff size={16} stroke={1.8} aria-hidden />}
        onClick={() => onFilter({})}
      >
        Clear filters
      </Button>
      {page && isError && !data && (
        <div className={classes.failed}>
          <NotLoaded sentence="What the filters offer could not be loaded." onRetry={refetch} />
        </div>
      )}
    </div>
  )
}

function sayYear(year: string): string {
  return `Fiscal year ${year}`
}

type ChoiceProps = {
  label: string
  all: string
  data: ComboboxData
  value: string | undefined
  onChange: (value: string | null) => void
}

function Choice({
  label,
  all,
  data,
  value = null,
  onChange,
}: Omit<ChoiceProps, 'value'> & { value?: string | null | undefined }) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${all.toLowerCase()}` }}
      nothingFoundMessage="Nothing has this name"
      limit={200}
      title={undefined}
    />
  )
}

function option({ code, name }: { code: string; name: string }) {
  return { value: code, label: name }
}

function byCategory(affinities: StatsChoices['affinities']): ComboboxData {
  return Object.entries(Object.groupBy(affinities, ({ category }) => category)).map(([group, items = []]) => ({
    group,
    items: items.map(option),
  }))
}

/** What the address asks for can be seen and taken away, even when nobody offers it. */
function withChosen(
  data: ComboboxData,
  value: string | null | undefined,
  labelOf: (value: string) => string,
): ComboboxData {
  const known = data
    .flatMap((item) => (typeof item === 'object' && 'items' in item ? item.items : [item]))
    .map((item) => (typeof item === 'object' ? item.value : item))
  return !value || known.includes(value) ? data : [...data, { value, label: labelOf(value) }]
}
