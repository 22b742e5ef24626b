import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { minRankedAlumni, type ClassFigures, type ClassPage as ClassData } from '@alumni/shared/alumni/classes'
import { buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { hasRole } from '@alumni/shared/staff/accounts'
import { SimpleGrid } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { WriteLetterButton } from '../../domain/letters/start-letter.tsx'
import { writePlainSearch } from '../../plain-search.ts'
import { useSession } from '../../domain/session/session.ts'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Bars, usePreloadedBars } from '../../ui/charts/bars.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatPercent, formatShortPercent } from '../../ui/format/numbers.ts'
import { CountingRules } from '../statistics/key-numbers.tsx'
import { ChartTable, type TableColumn } from '../statistics/chart-card.tsx'
import { renderLinkedCount, buildPeopleLink } from '../statistics/people-link.tsx'
import { formatRank, formatReunion } from './format-class.ts'
import { ClassTiles } from './class-tiles.tsx'
import { classQuery } from './queries.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

export function ClassPage() {
  usePreloadedBars()
  const { year: yearText } = useParams({ from: '/shell/classes/$year' })
  const query = useQuery(classQuery(yearText))
  const { data } = query
  const figures = data?.found
  const reunion = figures && formatReunion(figures.class_year, data.reunion_year)
  return (
    <ResourcePage
      title={`Class of ${figures ? figures.class_year : yearText}`}
      isRecord
      badge={
        reunion && (
          <span className="tag" data-tone="accent">
            {reunion} in {data.reunion_year}
          </span>
        )
      }
      about={
        figures && (
          <>
            Fiscal year {data.year}, up to {formatDay(data.today)}
            <CountingRules
              rules={[
                `All living alumni with a degree from ${figures.class_year} are counted.`,
                `Classes of fewer than ${minRankedAlumni} are not ranked.`,
              ]}
            />
          </>
        )
      }
      actions={data && figures && <ClassActions page={data} figures={figures} />}
      query={query}
    >
      {(page) =>
        page.found ? <ClassCards page={page} figures={page.found} /> : <NoClass yearText={yearText} page={page} />
      }
    </ResourcePage>
  )
}

function ClassActions({ page: { previous, next, ...page }, figures }: { page: ClassData; figures: ClassFigures }) {
  const { class_year: classYear, alumni } = figures
  const people = buildStatsSearches(page, {}).livingOfClasses(classYear, classYear, 'all', page.year)
  const isStaff = hasRole(useSession().user.role, 'staff')
  const renderNeighbor = (year: number | null, isNext: boolean) =>
    year !== null && (
      <LinkButton
        variant="default"
        icon={isNext ? undefined : IconArrowLeft}
        rightSection={isNext && <IconArrowRight size={16} stroke={1.8} aria-hidden />}
        to="/classes/$year"
        params={{ year: String(year) }}
        aria-label={`${isNext ? 'Next' : 'Previous'} class: ${shortClassYear(year)}`}
      >
        {shortClassYear(year)}
      </LinkButton>
    )
  return (
    <>
      {renderNeighbor(previous, false)}
      {renderNeighbor(next, true)}
      <LinkButton variant={isStaff ? 'default' : 'filled'} to="/alumni_search" search={people}>
        Show the class
      </LinkButton>
      <WriteLetterButton
        variant="filled"
        list={{ from: 'search', query: writePlainSearch(people).slice(1) }}
        people={alumni}
        label="Write to the class"
      />
    </>
  )
}

function ClassCards({ page, figures }: { page: ClassData; figures: ClassFigures }) {
  return (
    <>
      <ClassTiles page={page} figures={figures} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt={16}>
        <DecadeCard page={page} figures={figures} />
        <EventsCard page={page} figures={figures} />
      </SimpleGrid>
    </>
  )
}

function DecadeCard({ page, figures }: { page: ClassData; figures: ClassFigures }) {
  const { decade, decade_classes, year, ranked } = page
  const navigate = useNavigate()
  if (!decade) return null
  const people = buildStatsSearches(page, {})
  const name = `Share engaged by class, ${decade.decade}s`
  return (
    <Card title="Compared with its decade">
      <p className="fact">
        So far this fiscal year, {formatPercent(figures.engaged_alumni, figures.alumni)} of the class took part,
        compared with {formatPercent(decade.engaged_alumni, decade.alumni)} of{' '}
        <Link to="/classes" search={{ decade: decade.decade }}>
          the {decade.decade}s
        </Link>
        . In all of fiscal year {year - 1} it was {formatPercent(figures.engaged_last_year, figures.alumni)}, compared
        with {formatPercent(decade.engaged_last_year, decade.alumni)}.
      </p>
      <Bars
        name={name}
        arrange="horizontal"
        isStacked
        series={[
          { name: 'this', label: `Class of ${figures.class_year}`, color: 'var(--bar)' },
          { name: 'other', label: `Other classes of the ${decade.decade}s`, color: 'var(--past)' },
        ]}
        bars={decade_classes.map(({ class_year: classYear, alumni, engaged_alumni, rank }) => {
          const series = classYear === figures.class_year ? 'this' : 'other'
          const share = `${formatShortPercent(engaged_alumni, alumni)}\u00a0·\u00a0${formatNumber(engaged_alumni)}\u00a0of\u00a0${formatNumber(alumni)}`
          return {
            key: String(classYear),
            name: String(classYear),
            values: { [series]: (engaged_alumni / alumni) * 100 },
            labels: { [series]: share },
            description: `Class of ${classYear}: ${share} living alumni${rank === null ? '' : `, ${formatRank(rank, ranked)}`}.`,
            link: buildPeopleLink(people.livingOfClasses(classYear, classYear, 'engaged', year), engaged_alumni),
          }
        })}
        onChoose={(classYear) => void navigate({ to: '/classes/$year', params: { year: classYear } })}
      />
    </Card>
  )
}

function EventsCard({ page, figures }: { page: ClassData; figures: ClassFigures }) {
  const title = 'Top events'
  if (page.top_events.length === 0) return null
  return (
    <Card title={title}>
      <ChartTable
        caption={title}
        rows={page.top_events}
        rowKey={({ activity_code, description }) => `${activity_code} ${description}`}
        columns={eventColumns(page, figures.class_year)}
      />
    </Card>
  )
}

function eventColumns(page: ClassData, classYear: number): TableColumn<ClassData['top_events'][number]>[] {
  const all = buildStatsSearches(page, {}).livingOfClasses(classYear, classYear, 'all', page.year)
  return [
    {
      header: 'Event',
      cell: ({ description, activity_name }) => (
        <>
          {description}{' '}
          <span className="fact" style={{ whiteSpace: 'nowrap' }}>
            {activity_name}
          </span>
        </>
      ),
    },
    {
      header: 'People',
      cell: ({ activity_code, description, people }) =>
        renderLinkedCount({ ...all, activity: activity_code, event: description, engaged_to: page.today }, people),
    },
    { header: 'Last', cell: ({ last_date }) => <ShortDate date={last_date} /> },
  ]
}

function NoClass({ yearText, page: { nearest } }: { yearText: string; page: ClassData }) {
  const isYear = /^\d{4}$/.test(yearText)
  return (
    <EmptyState
      icon={IconSchool}
      title={isYear ? `No one on file graduated in ${yearText}` : `“${yearText}” is not a class year`}
      actions={
        <>
          {nearest.map((year) => (
            <LinkButton key={year} variant="default" to="/classes/$year" params={{ year: String(year) }}>
              Class of {year}
            </LinkButton>
          ))}
          <LinkButton variant="default" to="/classes">
            All classes
          </LinkButton>
        </>
      }
    >
      {!isYear && <p>A class year has four digits, such as 1998, or two after an apostrophe: ’98.</p>}
      {nearest.length > 0 && <p>The nearest {nearest.length === 1 ? 'class is' : 'classes are'} these:</p>}
    </EmptyState>
  )
}
