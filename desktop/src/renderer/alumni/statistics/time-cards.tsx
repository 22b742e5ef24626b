import type { StatsPage } from '@alumni/shared/alumni/statistics'
import type { ComponentProps } from 'react'
import { formatMonthName, formatMonth, formatShortMonthName } from '../../ui/words/days.ts'
import { compact, count, countOf, shortPercent } from '../../ui/words/numbers.ts'
import { change } from './key-numbers.tsx'
import { type CardProps, linked, linkTo, shareOf } from './people-link.tsx'
import { FigureCard, type TableColumn, UnfinishedKey } from './chart-card.tsx'
import {
  engagementWords,
  findingOfMonths,
  findingOfPeople,
  findingOfYears,
  peopleWords,
  sentence,
  shareWords,
  fiscalYear,
  isNothing,
  runningYear,
  toDay,
  yearsToDraw,
  type FiscalYear,
} from './findings.ts'

/**
 * Engagements by fiscal year, while one runs with each year's part up to the same day. A bar leads to its people, a
 * year shows it.
 */
export function EngagementsByYear(props: CardProps) {
  const { page, people } = props
  const running = runningYear(page)
  const toDate = { name: 'to_day', color: 'var(--bar)' }
  return (
    <YearCard
      {...props}
      title="Engagements by fiscal year"
      finding={findingOfYears(page)}
      series={
        running
          ? [
              { ...toDate, label: sentence(toDay(page)) },
              { name: 'rest', label: 'Rest of the year', color: 'var(--past)' },
            ]
          : [toDate]
      }
      barOf={(row) => {
        const { year, engagements, engaged } = row
        const ofThem = running && year !== running
        const before = ofThem ? row.engagements_to_day : engagements
        return {
          ...yearLook(page, year),
          values: { to_day: before, rest: engagements - before },
          labels: { [running ? 'rest' : 'to_day']: compact(engagements) },
          words: `${yearWords(page, year)}: ${countOf(engagements, engagementWords)} of ${countOf(engaged, peopleWords)}${ofThem ? `; ${count(before)} of them ${toDay(page)}` : ''}`,
          link: linkTo(people.engaged(year), engaged),
        }
      }}
      columns={[
        yearColumn(page),
        {
          header: 'Engagements',
          cell: ({ year, engagements, engaged }) => linked(people.engaged(year), engaged, engagements),
        },
        ...toDayColumn(page, ({ year, engagements_to_day, engaged_to_day }) =>
          linked(people.engaged(year, { isToDay: true }), engaged_to_day, engagements_to_day),
        ),
      ]}
    />
  )
}

/** Distinct people by fiscal year, those of the first time and those who returned. */
export function PeopleByYear(props: CardProps) {
  const { page, people } = props
  const running = runningYear(page)
  const upToDay = running ? `, ${toDay(page)}` : ''
  return (
    <YearCard
      {...props}
      title="People engaged by fiscal year"
      finding={`${findingOfPeople(page)} Under each year, the share of its alumni.`}
      series={[
        { name: 'returning', label: `Returning${upToDay}`, color: 'var(--bar)' },
        { name: 'first_time', label: `First time${upToDay}`, color: 'var(--part)' },
        ...(running ? [{ name: 'rest', label: 'Only in the rest of the year', color: 'var(--past)' }] : []),
      ]}
      barOf={(row) => {
        const { year, engaged, first_time, returning } = row
        const isWhole = !running || year === running
        const [first, all] = isWhole ? [first_time, engaged] : [row.first_time_to_day, row.engaged_to_day]
        return {
          ...yearLook(page, year),
          name: `${year} ${shortPercent(row.engaged_alumni, row.alumni)}`,
          values: { returning: all - first, first_time: first, rest: engaged - all },
          labels: { [running ? 'rest' : 'first_time']: compact(engaged) },
          words: `${yearWords(page, year)}: ${countOf(engaged, peopleWords)}; ${count(first_time)} for the first time, ${count(returning)} returning${isWhole ? '' : `; ${count(all)} ${toDay(page)}`}. Of the year’s alumni: ${shareWords(row.engaged_alumni, row.alumni)}`,
          link: linkTo(people.engaged(year), engaged),
        }
      }}
      columns={[
        yearColumn(page),
        { header: 'People', cell: ({ year, engaged }) => linked(people.engaged(year), engaged) },
        ...toDayColumn(page, ({ year, engaged_to_day }) =>
          linked(people.engaged(year, { isToDay: true }), engaged_to_day),
        ),
        { header: 'First time', cell: ({ year, first_time }) => linked(people.firstTime(year), first_time) },
        { header: 'Returning', cell: ({ year, returning }) => linked(people.returning(year), returning) },
        { header: 'Year before only', cell: ({ year, lapsed }) => linked(people.lapsed(year), lapsed) },
        {
          header: 'Share of the year’s alumni',
          cell: ({ year, ...row }) => shareOf(row, people.engagedAlumni(year), people.alumni(year)),
        },
      ]}
    />
  )
}

type YearCardProps = CardProps &
  Pick<ComponentProps<typeof FigureCard<FiscalYear>>, 'title' | 'finding' | 'series' | 'barOf' | 'columns'>

function YearCard({ page, onChoose, ...figure }: YearCardProps) {
  return (
    <FigureCard
      {...figure}
      chart="by_year"
      empty={isNothing(page.by_year) && 'No engagement in any year matches the filters.'}
      isStacked
      rows={page.by_year.toSorted((a, b) => b.year - a.year)}
      drawn={yearsToDraw(page.by_year, page.year)}
      rowKey={({ year }) => String(year)}
      foot={<UnfinishedKey page={page} />}
      isChosen={({ year }) => year === page.year}
      onChoose={(year) => onChoose('year', year)}
    />
  )
}

function yearColumn(page: StatsPage): TableColumn<FiscalYear> {
  const running = runningYear(page)
  return { header: 'Fiscal year', cell: ({ year }) => (year === running ? `${year} so far` : String(year)) }
}

/** While a year runs, what earlier ones had at the same day. */
function toDayColumn(page: StatsPage, cell: TableColumn<FiscalYear>['cell']): TableColumn<FiscalYear>[] {
  return runningYear(page) ? [{ header: sentence(toDay(page)), cell }] : []
}

function yearLook(page: StatsPage, year: number) {
  const isUnfinished = year === runningYear(page)
  return {
    name: isUnfinished ? `${year} so\u00a0far` : String(year),
    unfinished: isUnfinished ? ['to_day', 'returning', 'first_time'] : undefined,
  }
}

function yearWords(page: StatsPage, year: number): string {
  return `${sentence(fiscalYear(year))}${year === runningYear(page) ? ` so far, ${toDay(page)}` : ''}`
}

/** Engagements month by month, this fiscal year beside the last. */
export function EngagementsByMonth({ page, search, people }: CardProps) {
  const [now, before] = [`Fiscal year ${page.year}`, `Fiscal year ${page.year - 1}`]
  const isEmpty = page.by_month.every(({ this_year, last_year }) => this_year === 0 && last_year === 0)
  return (
    <FigureCard
      search={search}
      chart="by_month"
      title="Engagements by month"
      finding={findingOfMonths(page)}
      empty={isEmpty && `No engagement in ${fiscalYear(page.year)}, nor in the year before.`}
      isWide
      rows={page.by_month}
      rowKey={({ month }) => month}
      series={[
        { name: 'before', label: before, color: 'var(--past)' },
        { name: 'now', label: now, color: 'var(--bar)' },
      ]}
      barOf={({ month, this_year, this_year_engaged, last_year, last_year_engaged }) => {
        const isComing = isYetToCome(month, page.as_of)
        const isUnfinished = !isComing && !isOver(month, page.as_of)
        return {
          name: formatShortMonthName(`${month}-01`),
          values: { before: last_year, now: isComing ? null : this_year },
          labels: isComing ? { before: compact(last_year) } : { now: compact(this_year) },
          words: `${formatMonth(`${month}-01`)}${isUnfinished ? ` so far, ${toDay(page)}` : ''}: ${isComing ? 'yet to come' : `${countOf(this_year, engagementWords)} of ${countOf(this_year_engaged, peopleWords)}`}; a year before: ${count(last_year)} of ${countOf(last_year_engaged, peopleWords)}`,
          link: isComing
            ? linkTo(people.engagedInMonth(month, 1), last_year_engaged)
            : linkTo(people.engagedInMonth(month), this_year_engaged),
          unfinished: isUnfinished ? ['now'] : undefined,
        }
      }}
      foot={
        page.year === runningYear(page) &&
        !isOver(page.as_of.slice(0, 7), page.as_of) && <UnfinishedKey page={page} what={formatMonthName(page.as_of)} />
      }
      columns={[
        { header: 'Month', cell: ({ month }) => formatMonth(`${month}-01`) },
        {
          header: now,
          cell: ({ month, this_year, this_year_engaged }) =>
            !isYetToCome(month, page.as_of) && linked(people.engagedInMonth(month), this_year_engaged, this_year),
        },
        {
          header: 'People',
          cell: ({ month, this_year_engaged }) =>
            !isYetToCome(month, page.as_of) && linked(people.engagedInMonth(month), this_year_engaged),
        },
        {
          header: before,
          cell: ({ month, last_year, last_year_engaged }) =>
            linked(people.engagedInMonth(month, 1), last_year_engaged, last_year),
        },
        {
          header: 'People then',
          cell: ({ month, last_year_engaged }) => linked(people.engagedInMonth(month, 1), last_year_engaged),
        },
        {
          header: 'Change',
          cell: ({ month, this_year, last_year }) => isOver(month, page.as_of) && change(this_year, last_year),
        },
      ]}
    />
  )
}

function isYetToCome(month: string, asOf: string): boolean {
  return month > asOf.slice(0, 7)
}

/** A month that still runs is not compared with a whole one. */
function isOver(month: string, asOf: string): boolean {
  return month < asOf.slice(0, 7) || isLastDayOfMonth(asOf)
}

function isLastDayOfMonth(date: string): boolean {
  return new Date(Date.parse(date) + 86_400_000).getUTCDate() === 1
}
