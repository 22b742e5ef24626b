import {
  engagementsPerPage,
  type AlumnusPage,
  type Engagement,
  type EngagementsPage,
} from '@alumni/shared/alumni/record'
import { fiscalYearOf } from '@alumni/shared/fiscal-year'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bars } from '../../ui/charts/bars.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { Card } from '../../ui/card.tsx'
import { timelineQuery, type TimelineSearch } from './queries.ts'
import { columnsOf, yearsCaption } from './year-columns.ts'
import classes from './engagements-card.module.css'

/** What someone took part in: by year at a glance, then one by one, newest first. The address keeps what is chosen. */
export function EngagementsCard({ page, loadedAt }: { page: AlumnusPage; loadedAt: number }) {
  const search: TimelineSearch = useSearch({ from: '/shell/alumni/$id' })
  const navigate = useNavigate({ from: '/alumni/$id' })
  const query = useQuery(timelineQuery(page, search, loadedAt))
  const timeline = query.data
  const choose = (to: TimelineSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...to }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  if (page.engagements.total === 0) return <Card title="Engagement" empty="No engagement is on file." />
  return (
    <Card title="Engagement" count={page.engagements.total}>
      {query.error && !timeline && <FailedSection error={query.error} onRetry={query.refetch} />}
      {timeline && (
        <div className={classes.engagements} aria-busy={query.isPlaceholderData}>
          <ByYear timeline={timeline} chosen={search.year} onChoose={(year) => choose({ year })} />
          <Filters timeline={timeline} search={search} onChoose={choose} />
          <Timeline timeline={timeline} />
          <Pager
            page={timeline.page}
            pages={timeline.pages}
            onPage={(to) => choose({ page: to > 1 ? to : undefined })}
          />
        </div>
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
    <figure className={classes.years}>
      <figcaption>{yearsCaption(fiscal_year_start, running, bars)}</figcaption>
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
    <div className={classes.filters}>
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
        nothingFoundMessage="Nothing has this name"
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
      <span className="muted" role="status">
        {activity === undefined && year === undefined
          ? ''
          : `${count(matching)} of ${countOf(total, ['engagement', 'engagements'])}`}
      </span>
    </div>
  )
}

/** What the address asks for can be seen and taken away, even if it finds nothing. */
function withChosen(choices: { value: string; label: string }[], chosen: string | undefined) {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, label: chosen }, ...choices]
}

function Timeline({ timeline: { engagements, page } }: { timeline: EngagementsPage }) {
  if (engagements.length === 0) return <p className="muted">Nothing is on file for this choice.</p>
  return (
    <ol className={classes.timeline} start={(page - 1) * engagementsPerPage + 1}>
      {engagements.map((engagement) => (
        <Item key={engagement.id} engagement={engagement} />
      ))}
    </ol>
  )
}

function Item({ engagement: { engagement_date, activity_name, description } }: { engagement: Engagement }) {
  return (
    <li>
      <time dateTime={engagement_date}>{dayWords(engagement_date)}</time>
      <span className={classes.what}>
        <strong>{activity_name}</strong>
        {description && <span className={classes.description}>{description}</span>}
      </span>
    </li>
  )
}
