import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { minRankedAlumni, type ClassFigures, type ClassPage as OneClass } from '@alumni/shared/alumni/classes'
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
import { formatDay } from '../../ui/words/days.ts'
import { count, percent, shortPercent } from '../../ui/words/numbers.ts'
import { HowCounted } from '../statistics/key-numbers.tsx'
import { ChartTable, type TableColumn } from '../statistics/chart-card.tsx'
import { linked, linkTo } from '../statistics/people-link.tsx'
import { rankWords, reunionWords } from './class-words.ts'
import { ClassNumbers } from './class-numbers.tsx'
import { classQuery } from './queries.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShortDate } from '../../ui/words/times.tsx'

/** One class: how many there are, whom one can write to, who is engaged, and what they came to. */
export function ClassPage() {
  usePreloadedBars()
  const { year: asked } = useParams({ from: '/shell/classes/$year' })
  const query = useQuery(classQuery(asked))
  const { data } = query
  const found = data?.found
  const reunion = found && reunionWords(found.class_year, data.reunion_year)
  return (
    <ResourcePage
      title={`Class of ${found ? found.class_year : asked}`}
      isRecord
      badge={
        reunion && (
          <span className="tag" data-tone="accent">
            {reunion} in {data.reunion_year}
          </span>
        )
      }
      about={
        found && (
          <>
            Fiscal year {data.year}, up to {formatDay(data.today)}
            <HowCounted
              rules={[
                `All living alumni with a degree from ${found.class_year} are counted.`,
                `Classes of fewer than ${minRankedAlumni} are not ranked.`,
              ]}
            />
          </>
        )
      }
      actions={data && found && <Ways page={data} found={found} />}
      query={query}
    >
      {(page) => (page.found ? <Figures page={page} found={page.found} /> : <NoClass asked={asked} page={page} />)}
    </ResourcePage>
  )
}

/** The classes before and after, and everyone of this one. */
function Ways({ page: { previous, next, ...page }, found }: { page: OneClass; found: ClassFigures }) {
  const { class_year: of, alumni } = found
  const people = buildStatsSearches(page, {}).livingOfClasses(of, of, 'all', page.year)
  const mayWrite = hasRole(useSession().user.role, 'staff')
  const neighbor = (year: number | null, isNext: boolean) =>
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
      {neighbor(previous, false)}
      {neighbor(next, true)}
      <LinkButton variant={mayWrite ? 'default' : 'filled'} to="/alumni_search" search={people}>
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

function Figures({ page, found }: { page: OneClass; found: ClassFigures }) {
  return (
    <>
      <ClassNumbers page={page} found={found} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt={16}>
        <BesideDecade page={page} found={found} />
        <Events page={page} found={found} />
      </SimpleGrid>
    </>
  )
}

/** The share of each class of the decade that is engaged, this one's marked; the figures of the whole decade in words. */
function BesideDecade({ page, found }: { page: OneClass; found: ClassFigures }) {
  const { decade, decade_classes, year, ranked } = page
  const navigate = useNavigate()
  if (!decade) return null
  const people = buildStatsSearches(page, {})
  const name = `Share engaged by class, ${decade.decade}s`
  return (
    <Card title="Compared with its decade">
      <p className="fact">
        So far this fiscal year, {percent(found.engaged_alumni, found.alumni)} of the class took part, compared with{' '}
        {percent(decade.engaged_alumni, decade.alumni)} of{' '}
        <Link to="/classes" search={{ decade: decade.decade }}>
          the {decade.decade}s
        </Link>
        . In all of fiscal year {year - 1} it was {percent(found.engaged_last_year, found.alumni)}, compared with{' '}
        {percent(decade.engaged_last_year, decade.alumni)}.
      </p>
      <Bars
        name={name}
        arrange="horizontal"
        isStacked
        series={[
          { name: 'this', label: `Class of ${found.class_year}`, color: 'var(--bar)' },
          { name: 'other', label: `Other classes of the ${decade.decade}s`, color: 'var(--past)' },
        ]}
        bars={decade_classes.map(({ class_year: of, alumni, engaged_alumni, rank }) => {
          const series = of === found.class_year ? 'this' : 'other'
          const share = `${shortPercent(engaged_alumni, alumni)}\u00a0·\u00a0${count(engaged_alumni)}\u00a0of\u00a0${count(alumni)}`
          return {
            key: String(of),
            name: String(of),
            values: { [series]: (engaged_alumni / alumni) * 100 },
            labels: { [series]: share },
            words: `Class of ${of}: ${share} living alumni${rank === null ? '' : `, ${rankWords(rank, ranked)}`}.`,
            link: linkTo(people.livingOfClasses(of, of, 'engaged', year), engaged_alumni),
          }
        })}
        onChoose={(of) => void navigate({ to: '/classes/$year', params: { year: of } })}
      />
    </Card>
  )
}

function Events({ page, found }: { page: OneClass; found: ClassFigures }) {
  const title = 'Top events'
  if (page.top_events.length === 0) return null
  return (
    <Card title={title}>
      <ChartTable
        caption={title}
        rows={page.top_events}
        rowKey={({ activity_code, description }) => `${activity_code} ${description}`}
        columns={eventColumns(page, found.class_year)}
      />
    </Card>
  )
}

function eventColumns(page: OneClass, classYear: number): TableColumn<OneClass['top_events'][number]>[] {
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
        linked({ ...all, activity: activity_code, event: description, engaged_to: page.today }, people),
    },
    { header: 'Last', cell: ({ last_date }) => <ShortDate at={last_date} /> },
  ]
}

/** A year in which no one graduated, or what is no year. */
function NoClass({ asked, page: { nearest } }: { asked: string; page: OneClass }) {
  const isYear = /^\d{4}$/.test(asked)
  return (
    <EmptyState
      icon={IconSchool}
      title={isYear ? `No one on file graduated in ${asked}` : `“${asked}” is not a class year`}
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
