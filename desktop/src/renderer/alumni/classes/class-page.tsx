import { shortClassYear } from '@alumni/shared/alumni/class-years'
import { rankedFrom, type ClassFigures, type ClassPage as OneClass } from '@alumni/shared/alumni/classes'
import { peopleOf } from '@alumni/shared/alumni/statistics-people'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Button, SimpleGrid } from '@mantine/core'
import {
  IconActivity,
  IconArrowLeft,
  IconArrowRight,
  IconHeartHandshake,
  IconHistory,
  IconMail,
  IconMailOff,
  IconMapOff,
  IconSchool,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { useSession } from '../../domain/session/session.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { dayWords, shortDay } from '../../ui/words/days.ts'
import { count, percent } from '../../ui/words/numbers.ts'
import { ChartTable } from '../statistics/chart-card.tsx'
import { KeyTiles, type KeyTile } from '../statistics/key-tiles.tsx'
import { linkTo, PeopleLink } from '../statistics/people-link.tsx'
import { rankWords, reunionWords } from './class-words.tsx'
import { bouncedQuery, classQuery } from './queries.ts'

/** One class: how many there are, whom one can write to, who is engaged, and what they came to. */
export function ClassPage() {
  const { year: asked } = useParams({ from: '/shell/classes/$year' })
  const query = useQuery(classQuery(asked))
  const { data } = query
  const found = data?.found
  const reunion = found && reunionWords(found.class_year, data.reunion_year)
  return (
    <ResourcePage
      title={`Class of ${found ? found.class_year : asked}`}
      mark={
        reunion && (
          <span className="tag" data-tone="accent">
            {reunion} in {data.reunion_year}
          </span>
        )
      }
      about={
        found && (
          <>
            Fiscal year {data.year}, up to {dayWords(data.today)}. Everyone living with a degree of {found.class_year}{' '}
            is counted.
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
  const { class_year: of } = found
  const neighbor = (year: number | null, isNext: boolean) =>
    year !== null && (
      <Button
        variant="default"
        leftSection={!isNext && <IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        rightSection={isNext && <IconArrowRight size={16} stroke={1.8} aria-hidden />}
        renderRoot={(props) => (
          <Link
            to="/classes/$year"
            params={{ year: String(year) }}
            {...props}
            aria-label={`${isNext ? 'Next' : 'Previous'} class: ${year}`}
          />
        )}
      >
        {shortClassYear(year)}
      </Button>
    )
  return (
    <>
      {neighbor(previous, false)}
      {neighbor(next, true)}
      <Button
        renderRoot={(props) => (
          <Link to="/alumni_search" search={peopleOf(page, {}).ofClasses(of, of, 'all', page.year)} {...props} />
        )}
      >
        Show the class
      </Button>
    </>
  )
}

function Figures({ page, found }: { page: OneClass; found: ClassFigures }) {
  return (
    <>
      <Numbers page={page} found={found} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt={16} style={{ alignItems: 'start' }}>
        <BesideDecade page={page} found={found} />
        <Events page={page} found={found} />
      </SimpleGrid>
    </>
  )
}

function Numbers({ page, found }: { page: OneClass; found: ClassFigures }) {
  const { user } = useSession()
  const { class_year: of, alumni, by_email, engaged_alumni, engaged_last_year, first_time, champions, lost } = found
  const people = peopleOf(page, {})
  const all = people.ofClasses(of, of, 'all', page.year)
  const tiles: KeyTile[] = [
    { word: 'Living alumni', icon: IconUsers, value: count(alumni), who: { people: alumni, to: all } },
    {
      word: 'Can be e-mailed',
      icon: IconMail,
      value: count(by_email),
      who: { people: by_email, to: { ...all, by_email: 'yes' } },
      line: percent(by_email, alumni),
    },
    {
      word: 'Engaged this fiscal year',
      icon: IconActivity,
      value: count(engaged_alumni),
      who: { people: engaged_alumni, to: people.ofClasses(of, of, 'engaged', page.year) },
      line: `${percent(engaged_alumni, alumni)} · ${rankWords(found.rank, page.ranked)}`,
    },
    {
      word: 'Engaged last fiscal year',
      icon: IconHistory,
      value: count(engaged_last_year),
      who: { people: engaged_last_year, to: { ...all, ...people.engaged(page.year - 1) } },
      line: `${percent(engaged_last_year, alumni)} · ${count(found.engaged_last_year_to_day)} by this day`,
    },
    {
      word: 'First time this year',
      icon: IconSparkles,
      value: count(first_time),
      who: { people: first_time, to: people.ofClasses(of, of, 'first time', page.year) },
      line: 'Never engaged before',
    },
    {
      word: 'Champions',
      icon: IconHeartHandshake,
      value: count(champions),
      who: { people: champions, to: { ...all, champion: 'yes' } },
      line: percent(champions, alumni),
    },
    {
      word: 'Lost',
      icon: IconMapOff,
      value: count(lost),
      who: { people: lost, to: { ...all, lost: 'yes' } },
      line: 'No e-mail or postal address',
    },
  ]
  return hasRole(user.role, 'staff') ? <WithBounced year={of} tiles={tiles} /> : <KeyTiles of={tiles} cols={columns} />
}

const columns = { base: 2, sm: 4 }

/** Adds the champions whose letters bounced, of whom viewers do not read. */
function WithBounced({ year, tiles }: { year: number; tiles: readonly KeyTile[] }) {
  const search = { unreached: 'yes', year_from: String(year), year_to: String(year) }
  const { data } = useQuery(bouncedQuery(search))
  const bounced: KeyTile = {
    word: 'Letters bounced',
    icon: IconMailOff,
    value: data ? count(data.matching) : '…',
    who: (value) =>
      data?.matching ? (
        <Link to="/champion_signups" search={search}>
          {value}
        </Link>
      ) : (
        value
      ),
    line: 'Champions of this class',
  }
  return <KeyTiles of={[...tiles, bounced]} cols={columns} />
}

function BesideDecade({ page, found }: { page: OneClass; found: ClassFigures }) {
  const { decade } = page
  if (!decade) return null
  const people = peopleOf(page, {})
  const { class_year: of } = found
  const name = `Class of ${of} beside its decade`
  const bars = [
    { ...found, key: String(of), name: `Class of ${of}`, from: of, to: of },
    {
      ...decade,
      key: 'decade',
      name: `${decade.decade}s`,
      from: decade.decade,
      to: Math.min(decade.decade + 9, page.year),
    },
  ]
  const label = (engaged: number, alumni: number) =>
    `${percent(engaged, alumni)}\u00a0·\u00a0${count(engaged)}\u00a0of\u00a0${count(alumni)}`
  const share = (engaged: number, alumni: number) => (alumni > 0 ? (engaged / alumni) * 100 : 0)
  return (
    <Card title="Beside the decade">
      <p className="fact">
        This fiscal year {percent(found.engaged_alumni, found.alumni)} of the class took part,{' '}
        {percent(decade.engaged_alumni, decade.alumni)} of the {decade.decade}s.{' '}
        {found.rank === null
          ? `A class of fewer than ${rankedFrom} has no rank.`
          : `The class ranks ${rankWords(found.rank, page.ranked)}.`}
      </p>
      <Bars
        name={name}
        arrange="horizontal"
        series={[
          { name: 'now', label: `Fiscal year ${page.year} so far`, color: 'var(--bar)' },
          { name: 'before', label: `Fiscal year ${page.year - 1}`, color: 'var(--past)' },
        ]}
        bars={bars.map(({ engaged_alumni, engaged_last_year, alumni, ...bar }) => ({
          key: bar.key,
          name: bar.name,
          values: { now: share(engaged_alumni, alumni), before: share(engaged_last_year, alumni) },
          labels: { now: label(engaged_alumni, alumni), before: label(engaged_last_year, alumni) },
          words: `${bar.name}: ${label(engaged_alumni, alumni)} living alumni; last fiscal year ${label(engaged_last_year, alumni)}.`,
          link: linkTo(people.ofClasses(bar.from, bar.to, 'engaged', page.year), engaged_alumni),
        }))}
      />
    </Card>
  )
}

function Events({ page, found }: { page: OneClass; found: ClassFigures }) {
  const title = 'What they came to'
  const { class_year: of } = found
  const all = peopleOf(page, {}).ofClasses(of, of, 'all', page.year)
  return (
    <Card
      title={title}
      empty={
        page.top_events.length === 0 && 'No event, mailing or other engagement with a name is on file for this class.'
      }
    >
      <ChartTable
        caption={title}
        rows={page.top_events}
        rowKey={({ activity_code, description }) => `${activity_code} ${description}`}
        columns={[
          {
            header: 'Event',
            cell: ({ description, activity_name }) => (
              <>
                {description} <span className="fact">{activity_name}</span>
              </>
            ),
          },
          {
            header: 'People',
            cell: ({ activity_code, description, people }) => (
              <PeopleLink
                to={{ ...all, activity: activity_code, event: description, engaged_to: page.today }}
                people={people}
              >
                {count(people)}
              </PeopleLink>
            ),
          },
          { header: 'Last', cell: ({ last_date }) => shortDay(last_date) },
        ]}
      />
    </Card>
  )
}

/** A year that nobody graduated in, or what is no year. */
function NoClass({ asked, page: { nearest } }: { asked: string; page: OneClass }) {
  const isYear = /^\d{4}$/.test(asked)
  return (
    <EmptyState
      icon={IconSchool}
      title={isYear ? `Nobody on file graduated in ${asked}` : `“${asked}” is not a class year`}
      actions={
        <>
          {nearest.map((year) => (
            <Button
              key={year}
              variant="default"
              renderRoot={(props) => <Link to="/classes/$year" params={{ year: String(year) }} {...props} />}
            >
              Class of {year}
            </Button>
          ))}
          <Button variant="default" renderRoot={(props) => <Link to="/classes" {...props} />}>
            All classes
          </Button>
        </>
      }
    >
      {!isYear && <p>A class year has four digits, such as 1998, or two after an apostrophe: ’98.</p>}
      {nearest.length > 0 && <p>The nearest {nearest.length === 1 ? 'class is' : 'classes are'} these:</p>}
    </EmptyState>
  )
}
