import { withPeriods } from '@alumni/shared/clock'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { Box, Button, SimpleGrid, Skeleton } from '@mantine/core'
import { IconChartBar, IconFilterX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { HttpError } from '../../http.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { usePreloadedBars } from '../../ui/charts/bars.tsx'
import { FailedPage, FailedSection, isAccessError } from '../../domain/session/failed-page.tsx'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDay } from '../../ui/format/days.ts'
import type { ChartCardProps } from './people-link.tsx'
import { ShareByClassCard, ShareByDecadeCard } from './class-cards.tsx'
import { FilterBar } from './filter-bar.tsx'
import { hasFilters, toggleFilter, describeUnknownFilters, statisticsQuery, choicesQuery } from './queries.ts'
import type { StatisticsSearch } from './queries.ts'
import { hasNoEngagements } from './summarize.ts'
import { GroupCard, TopEventsCard } from './group-cards.tsx'
import { KeyNumbers } from './key-numbers.tsx'
import { EngagementsByMonthCard, EngagementsByYearCard, PeopleByYearCard } from './time-cards.tsx'
import { mistypedAddressHint } from '../../ui/format/unknown-codes.ts'

export function StatisticsPage() {
  usePreloadedBars()
  const search = useSearch({ from: '/shell/engagement_stats' })
  const navigate = useNavigate({ from: '/engagement_stats' })
  const query = useQuery(statisticsQuery(search))
  const page = query.data
  const filter = (to: StatisticsSearch) => void navigate({ search: to, resetScroll: false })
  const refusal = query.error instanceof HttpError && query.error.status === 400 ? query.error : null
  if (!page && isAccessError(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Statistics"
      about={
        page ? (
          <PeriodText page={page} isUnreachable={query.isRefetchError} />
        ) : (
          <LoadingText isCounting={query.isPending} />
        )
      }
    >
      <FilterBar page={page} search={search} onFilter={filter} />
      {query.error &&
        !page &&
        (refusal ? (
          <RefusedFilters message={describeRefusal(refusal)} onClear={() => filter({})} />
        ) : (
          <FailedSection error={query.error} onRetry={query.refetch} />
        ))}
      {query.isPending && <StatisticsSkeleton />}
      {page && (
        <Box mih={1200} opacity={query.isPlaceholderData ? 0.5 : 1} aria-busy={query.isPlaceholderData}>
          {!hasNoEngagements(page.by_year) && (
            <Charts
              page={page}
              search={search}
              people={buildStatsSearches(page, search)}
              onChoose={(name, value) => filter(toggleFilter(search, name, value))}
            />
          )}
          {hasNoEngagements(page.by_year) &&
            (hasFilters(search) ? <NoMatches search={search} onFilter={filter} /> : <NothingOnFile />)}
        </Box>
      )}
    </Page>
  )
}

/** Matches the height of the loaded text to avoid layout shift. */
function LoadingText({ isCounting }: { isCounting: boolean }) {
  return (
    <>
      How alumni take part, year by year.
      <br />
      {isCounting ? 'Counting…' : '\u00a0'}
    </>
  )
}

function PeriodText({ page, isUnreachable }: { page: StatsPage; isUnreachable: boolean }) {
  const { year, first_day, last_day, as_of, refreshed_at } = page
  return (
    <>
      Fiscal year {year}: {formatDay(first_day)} to {formatDay(last_day)}
      {as_of < last_day && `, counted up to ${formatDay(as_of)}`}.
      <br />
      <CountedAt at={refreshed_at} isUnreachable={isUnreachable} />
    </>
  )
}

function Charts(props: ChartCardProps) {
  return (
    <>
      <KeyNumbers {...props} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt={16}>
        <EngagementsByYearCard {...props} />
        <PeopleByYearCard {...props} />
        <EngagementsByMonthCard {...props} />
        <ShareByClassCard {...props} />
        <ShareByDecadeCard {...props} />
        <GroupCard {...props} filter="activity" />
        <GroupCard {...props} filter="college" />
        <GroupCard {...props} filter="affinity" />
        <TopEventsCard {...props} />
      </SimpleGrid>
    </>
  )
}

function NothingOnFile() {
  if (useHasNoAlumni())
    return <NoAlumniYet>How they take part is counted here, year by year, once they are on file.</NoAlumniYet>
  return (
    <EmptyState icon={IconChartBar} title="No engagement is on file yet">
      Attending an event, giving, volunteering, answering a letter: each is an engagement, and is counted here as soon
      as it is on file.
    </EmptyState>
  )
}

function RefusedFilters({ message, onClear }: { message: string; onClear: () => void }) {
  return (
    <Alert
      tone="bad"
      title="This link has a filter that does not exist"
      isAlert
      actions={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {message}
    </Alert>
  )
}

function describeRefusal(error: HttpError): string {
  const fields = Object.values(error.body.fields ?? {})
  return fields.length > 0 ? fields.join(' ') : error.message
}

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

function CountedAt({ at, isUnreachable }: { at: string; isUnreachable: boolean }) {
  return (
    <>
      As of <time dateTime={at}>{withPeriods(time.format(new Date(at)))}</time>
      {isUnreachable && ' The server does not answer; figures will be updated when it does.'}
    </>
  )
}

function NoMatches({ search, onFilter }: { search: StatisticsSearch; onFilter: (to: StatisticsSearch) => void }) {
  const { data: choices } = useQuery(choicesQuery)
  const unknown = choices ? describeUnknownFilters(search, choices) : new Map<string, string>()
  const knownFilters = Object.fromEntries(Object.entries(search).filter(([filter]) => !unknown.has(filter)))
  return (
    <EmptyState
      icon={IconFilterX}
      title="No engagement matches these filters"
      actions={
        <Button variant="default" onClick={() => onFilter(unknown.size > 0 ? knownFilters : {})}>
          {unknown.size > 0 ? 'Remove unknown filters' : 'Clear filters'}
        </Button>
      }
    >
      {unknown.size > 0
        ? [...unknown.values(), mistypedAddressHint].map((message) => <p key={message}>{message}</p>)
        : 'No engagement in any year matches. Remove a filter or choose another.'}
    </EmptyState>
  )
}

const cardHeights = [330, 330, 320, 500, 500]

function StatisticsSkeleton() {
  return (
    <Box mih={1200} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton height={126} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt={16}>
        {cardHeights.map((height, index) => (
          <Skeleton key={index} height={height} style={index === 2 ? { gridColumn: '1 / -1' } : undefined} />
        ))}
      </SimpleGrid>
    </Box>
  )
}
