import {
  engagementsPerPage,
  type AlumnusPage,
  type Engagement,
  type EngagementsPage,
} from '@alumni/shared/alumni/record'
import { fiscalYearOf, fiscalYear } from '@alumni/shared/fiscal-year'
import { Box, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bars, usePreloadedBars, type Bar } from '../../ui/charts/bars.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { formatDay, formatDayOfYear } from '../../ui/words/days.ts'
import { count, countOf, compact } from '../../ui/words/numbers.ts'
import { Card } from '../../ui/page/card.tsx'
import { timelineQuery, type TimelineSearch } from './queries.ts'

/** Shows a person's engagements by year, then one by one, newest first. The address stores what is chosen. */
export function EngagementsCard({ page, loadedAt }: { page: AlumnusPage; loadedAt: number }) {
  const search: TimelineSearch = useSearch({ from: '/shell/alumni/$id' })
  const navigate = useNavigate({ from: '/alumni/$id' })
  const query = useQuery(timelineQuery(page, search, loadedAt))
  const timeline = query.data
  usePreloadedBars()
  const choose = (to: TimelineSearch) =>
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
          <ByYear timeline={timeline} chosen={search.year} onChoose={(year) => choose({ year })} />
          <Filters timeline={timeline} search={search} onChoose={choose} />
          <Timeline timeline={timeline} />
          <Pager
            page={timeline.page}
            pages={timeline.pages}
            onPage={(to) => choose({ page: to > 1 ? to : undefined })}
          />
        </Stack>
      )}
    </Card>
  )
}

type ByYearProps = {
  timeline: EngagementsPage
  chosen: number | undefined
  onChoose: (year: number | undefined) => void
}

function ByYear({ timeline: { by_year, fiscal_year_start }, chosen, onChoose }: ByYearProps) {
  const running = fiscalYearOf(new Date().toISOString().slice(0, 10), fiscal_year_start)
  const bars = columnsOf(by_year, chosen, running)
  return (
    <figure>
      <figcaption className="note">{yearsCaption(fiscal_year_start, running, bars)}</figcaption>
      <Bars
        name="Engagements by fiscal year"
        arrange="vertical"
        height={120}
        series={[{ name: 'engagements', color: 'var(--bar)' }]}
        bars={bars}
        onChoose={(year) => onChoose(Number(year) === chosen ? undefined : Number(year))}
      />
    </figure>
  )
}

type FiltersProps = { timeline: EngagementsPage; search: TimelineSearch; onChoose: (to: TimelineSearch) => void }

function Filters({
  timeline: { by_activity, by_year, matching, total },
  search: { activity, year },
  onChoose,
}: FiltersProps) {
  const isFiltered = activity !== undefined || year !== undefined
  const activities = withChosen(
    by_activity.map(({ code, name, engagements }) => ({ value: code, label: `${name} (${count(engagements)})` })),
    activity,
  )
  const years = withChosen(
    by_year.map(({ year, engagements }) => ({
      value: String(year),
      label: `Fiscal year ${year} (${count(engagements)})`,
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
        {isFiltered && `${count(matching)} of ${countOf(total, ['engagement', 'engagements'])}`}
      </span>
    </SimpleGrid>
  )
}

/** Adds the address's value if it is missing, so one can see and remove it. */
function withChosen(choices: { value: string; label: string }[], chosen: string | undefined) {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, label: chosen }, ...choices]
}

function Timeline({ timeline: { engagements, page } }: { timeline: EngagementsPage }) {
  if (engagements.length === 0) return <p className="muted">No engagement matches this choice.</p>
  return (
    <ol className="rows" start={(page - 1) * engagementsPerPage + 1}>
      {engagements.map((engagement) => (
        <Item key={engagement.id} engagement={engagement} />
      ))}
    </ol>
  )
}

function Item({ engagement: { engagement_date, activity_name, description } }: { engagement: Engagement }) {
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

/** More would not be read as columns; the choice of years has them all. */
const maxYears = 12

/**
 * The last twelve fiscal years up to the latest engagement, or up to the chosen one where it is older; years without
 * any are gaps that are seen. The `running` one is unfinished.
 */
export function columnsOf(byYear: EngagementsPage['by_year'], chosen: number | undefined, running?: number): Bar[] {
  const counts = new Map(byYear.map(({ year, engagements }) => [year, engagements]))
  const years = [...counts.keys(), ...(chosen === undefined ? [] : [chosen])]
  if (years.length === 0) return []
  const latest = Math.max(...years)
  const last = chosen !== undefined && chosen <= latest - maxYears ? chosen : latest
  const first = Math.max(Math.min(...years), last - maxYears + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index
    const engagements = counts.get(year) ?? 0
    return {
      key: String(year),
      name: String(year),
      values: { engagements },
      labels: { engagements: engagements === 0 ? '' : compact(engagements) },
      words: `Fiscal year ${year}${year === running ? ' so far' : ''}: ${countOf(engagements, ['engagement', 'engagements'])}`,
      isChosen: chosen === undefined ? undefined : year === chosen,
      unfinished: year === running ? ['engagements'] : undefined,
    }
  })
}

/** "By fiscal year, July 1 to June 30; 2027 so far". `shown` are the years that are drawn. */
export function yearsCaption(start: string, running: number, shown: readonly Bar[]): string {
  const { from, last } = fiscalYear(running, start)
  const isShown = shown.some(({ key }) => key === String(running))
  return `By fiscal year, ${formatDayOfYear(from)} to ${formatDayOfYear(last)}${isShown ? `; ${running} so far` : ''}`
}
