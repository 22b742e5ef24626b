import { engagementsPerPage } from '@alumni/shared/alumni/record'
import type { AlumnusPage, Engagement, EngagementsPage } from '@alumni/shared/alumni/record'
import { fiscalYearOf, fiscalYear } from '@alumni/shared/fiscal-year'
import { Box, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bars, usePreloadedBars, type Bar } from '../../ui/charts/bars.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { formatDay, formatDayOfYear } from '../../ui/format/days.ts'
import { formatNumber, formatCount, formatCompact } from '../../ui/format/numbers.ts'
import { Card } from '../../ui/page/card.tsx'
import { engagementsQuery, type EngagementsSearch } from './queries.ts'

export function EngagementsCard({ page, loadedAt }: { page: AlumnusPage; loadedAt: number }) {
  const search: EngagementsSearch = useSearch({ from: '/shell/alumni/$id' })
  const navigate = useNavigate({ from: '/alumni/$id' })
  const query = useQuery(engagementsQuery(page, search, loadedAt))
  const timeline = query.data
  usePreloadedBars()
  const setSearch = (to: EngagementsSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...to }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  if (page.engagements.total === 0) return null
  return (
    <Card title="Engagement" count={page.engagements.total}>
      {query.error && !timeline && <FailedSection error={query.error} onRetry={query.refetch} />}
      {timeline && (
        <Stack gap={14} miw={0} aria-busy={query.isPlaceholderData}>
          <EngagementsByYear timeline={timeline} chosenYear={search.year} onChoose={(year) => setSearch({ year })} />
          <EngagementFilters timeline={timeline} search={search} onChoose={setSearch} />
          <EngagementList timeline={timeline} />
          <Pager
            page={timeline.page}
            pages={timeline.pages}
            onPage={(to) => setSearch({ page: to > 1 ? to : undefined })}
          />
        </Stack>
      )}
    </Card>
  )
}

type EngagementsByYearProps = {
  timeline: EngagementsPage
  chosenYear: number | undefined
  onChoose: (year: number | undefined) => void
}

function EngagementsByYear({ timeline: { by_year, fiscal_year_start }, chosenYear, onChoose }: EngagementsByYearProps) {
  const currentYear = fiscalYearOf(new Date().toISOString().slice(0, 10), fiscal_year_start)
  const bars = buildYearBars(by_year, chosenYear, currentYear)
  return (
    <figure>
      <figcaption className="note">{formatYearsCaption(fiscal_year_start, currentYear, bars)}</figcaption>
      <Bars
        name="Engagements by fiscal year"
        arrange="vertical"
        height={120}
        series={[{ name: 'engagements', color: 'var(--bar)' }]}
        bars={bars}
        onChoose={(year) => onChoose(Number(year) === chosenYear ? undefined : Number(year))}
      />
    </figure>
  )
}

type FiltersProps = { timeline: EngagementsPage; search: EngagementsSearch; onChoose: (to: EngagementsSearch) => void }

function EngagementFilters({
  timeline: { by_activity, by_year, matching, total },
  search: { activity, year },
  onChoose,
}: FiltersProps) {
  const isFiltered = activity !== undefined || year !== undefined
  const activities = addMissingChoice(
    by_activity.map(({ code, name, engagements }) => ({
      value: code,
      label: `${name} (${formatNumber(engagements)})`,
    })),
    activity,
  )
  const years = addMissingChoice(
    by_year.map(({ year, engagements }) => ({
      value: String(year),
      label: `Fiscal year ${year} (${formatNumber(engagements)})`,
    })),
    year === undefined ? undefined : String(year),
  )
  return (
    <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing={8}>
      <Select
        size="sm"
        aria-label="Activity"
        placeholder="All activities"
        data={activities}
        value={activity ?? null}
        onChange={(to) => onChoose({ activity: to ?? undefined })}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'All activities' }}
        nothingFoundMessage="Nothing matches"
      />
      <Select
        size="sm"
        aria-label="Fiscal year"
        placeholder="All years"
        data={years}
        value={year === undefined ? null : String(year)}
        onChange={(to) => onChoose({ year: to === null ? undefined : Number(to) })}
        clearable
        clearButtonProps={{ 'aria-label': 'All years' }}
      />
      <span className="muted" role="status" hidden={!isFiltered} style={{ gridColumn: '1 / -1' }}>
        {isFiltered && `${formatNumber(matching)} of ${formatCount(total, ['engagement', 'engagements'])}`}
      </span>
    </SimpleGrid>
  )
}

/** Adds the value from the URL if no choice has it, so that the user can see and remove it. */
function addMissingChoice(choices: { value: string; label: string }[], value: string | undefined) {
  return value === undefined || choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: value }, ...choices]
}

function EngagementList({ timeline: { engagements, page } }: { timeline: EngagementsPage }) {
  if (engagements.length === 0) return <p className="muted">No engagement matches this choice.</p>
  return (
    <ol className="rows" start={(page - 1) * engagementsPerPage + 1}>
      {engagements.map((engagement) => (
        <EngagementItem key={engagement.id} engagement={engagement} />
      ))}
    </ol>
  )
}

function EngagementItem({ engagement: { engagement_date, activity_name, description } }: { engagement: Engagement }) {
  return (
    <Group component="li" align="baseline" gap="0 12px">
      <Text component="time" c="dimmed" w={136} dateTime={engagement_date}>
        {formatDay(engagement_date)}
      </Text>
      <Box component="span" className="lines" flex="1 1 220px">
        <strong>{activity_name}</strong>
        {description && <span className="muted">{description}</span>}
      </Box>
    </Group>
  )
}

const maxYears = 12

/**
 * Returns one bar per fiscal year, at most twelve. The last bar is the year of the latest engagement, or the chosen
 * year if that is too long ago to fit.
 */
export function buildYearBars(
  byYear: EngagementsPage['by_year'],
  chosenYear: number | undefined,
  currentYear?: number,
): Bar[] {
  const counts = new Map(byYear.map(({ year, engagements }) => [year, engagements]))
  const years = [...counts.keys(), ...(chosenYear === undefined ? [] : [chosenYear])]
  if (years.length === 0) return []
  const latest = Math.max(...years)
  const last = chosenYear !== undefined && chosenYear <= latest - maxYears ? chosenYear : latest
  const first = Math.max(Math.min(...years), last - maxYears + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index
    const engagements = counts.get(year) ?? 0
    return {
      key: String(year),
      name: String(year),
      values: { engagements },
      labels: { engagements: engagements === 0 ? '' : formatCompact(engagements) },
      description: `Fiscal year ${year}${year === currentYear ? ' so far' : ''}: ${formatCount(engagements, ['engagement', 'engagements'])}`,
      isChosen: chosenYear === undefined ? undefined : year === chosenYear,
      unfinished: year === currentYear ? ['engagements'] : undefined,
    }
  })
}

/** Returns text such as "By fiscal year, July 1 to June 30; 2027 so far". */
export function formatYearsCaption(start: string, currentYear: number, bars: readonly Bar[]): string {
  const { from, last } = fiscalYear(currentYear, start)
  const hasCurrentYear = bars.some(({ key }) => key === String(currentYear))
  return `By fiscal year, ${formatDayOfYear(from)} to ${formatDayOfYear(last)}${hasCurrentYear ? `; ${currentYear} so far` : ''}`
}
