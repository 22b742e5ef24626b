import type { StatsPage } from '@alumni/shared/alumni/statistics'
import type { ComponentProps } from 'react'
import { capitalize } from '../../ui/format/format-value.ts'
import { formatMonthName, formatMonth, formatShortMonthName } from '../../ui/format/days.ts'
import { formatCompact, formatNumber, formatCount, formatShortPercent } from '../../ui/format/numbers.ts'
import { formatChange } from './key-numbers.tsx'
import { type ChartCardProps, renderLinkedCount, buildPeopleLink, renderShare } from './people-link.tsx'
import { ChartCard, type TableColumn, UnfinishedLegend } from './chart-card.tsx'
import {
  engagementNoun,
  summarizeMonths,
  summarizePeople,
  summarizeYears,
  personNoun,
  formatShareOfAlumni,
  formatFiscalYear,
  hasNoEngagements,
  findUnfinishedYear,
  formatToDay,
  selectYears,
  type FiscalYear,
} from './summarize.ts'

/** Charts engagements by fiscal year. Until the current year ends, each bar also shows the part up to today's date. */
export function EngagementsByYearCard(props: ChartCardProps) {
  const { page, people } = props
  const currentYear = findUnfinishedYear(page)
  const toDaySeries = { name: 'to_day', color: 'var(--bar)' }
  return (
    <YearCard
      {...props}
      title="Engagements by fiscal year"
      finding={summarizeYears(page)}
      series={
        currentYear
          ? [
              { ...toDaySeries, label: capitalize(formatToDay(page)) },
              { name: 'rest', label: 'Rest of the year', color: 'var(--past)' },
            ]
          : [toDaySeries]
      }
      barOf={(row) => {
        const { year, engagements, engaged } = row
        const isPast = currentYear && year !== currentYear
        const countToDay = isPast ? row.engagements_to_day : engagements
        return {
          ...buildYearBar(page, year),
          values: { to_day: countToDay, rest: engagements - countToDay },
          labels: { [currentYear ? 'rest' : 'to_day']: formatCompact(engagements) },
          description: `${formatYear(page, year)}: ${formatCount(engagements, engagementNoun)} of ${formatCount(engaged, personNoun)}${isPast ? `; ${formatNumber(countToDay)} of them ${formatToDay(page)}` : ''}`,
          link: buildPeopleLink(people.engaged(year), engaged),
        }
      }}
      columns={[
        yearColumn(page),
        {
          header: 'Engagements',
          cell: ({ year, engagements, engaged }) => renderLinkedCount(people.engaged(year), engaged, engagements),
        },
        ...toDayColumn(page, ({ year, engagements_to_day, engaged_to_day }) =>
          renderLinkedCount(people.engaged(year, { isToDay: true }), engaged_to_day, engagements_to_day),
        ),
      ]}
    />
  )
}

export function PeopleByYearCard(props: ChartCardProps) {
  const { page, people } = props
  const currentYear = findUnfinishedYear(page)
  const upToDay = currentYear ? `, ${formatToDay(page)}` : ''
  return (
    <YearCard
      {...props}
      title="People engaged by fiscal year"
      finding={`${summarizePeople(page)} Under each year, the share of its alumni.`}
      series={[
        { name: 'returning', label: `Returning${upToDay}`, color: 'var(--bar)' },
        { name: 'first_time', label: `First time${upToDay}`, color: 'var(--part)' },
        ...(currentYear ? [{ name: 'rest', label: 'Only in the rest of the year', color: 'var(--past)' }] : []),
      ]}
      barOf={(row) => {
        const { year, engaged, first_time, returning } = row
        const isWhole = !currentYear || year === currentYear
        const [first, all] = isWhole ? [first_time, engaged] : [row.first_time_to_day, row.engaged_to_day]
        return {
          ...buildYearBar(page, year),
          name: `${year} ${formatShortPercent(row.engaged_alumni, row.alumni)}`,
          values: { returning: all - first, first_time: first, rest: engaged - all },
          labels: { [currentYear ? 'rest' : 'first_time']: formatCompact(engaged) },
          description: `${formatYear(page, year)}: ${formatCount(engaged, personNoun)}; ${formatNumber(first_time)} for the first time, ${formatNumber(returning)} returning${isWhole ? '' : `; ${formatNumber(all)} ${formatToDay(page)}`}. Of the year’s alumni: ${formatShareOfAlumni(row.engaged_alumni, row.alumni)}`,
          link: buildPeopleLink(people.engaged(year), engaged),
        }
      }}
      columns={[
        yearColumn(page),
        { header: 'People', cell: ({ year, engaged }) => renderLinkedCount(people.engaged(year), engaged) },
        ...toDayColumn(page, ({ year, engaged_to_day }) =>
          renderLinkedCount(people.engaged(year, { isToDay: true }), engaged_to_day),
        ),
        { header: 'First time', cell: ({ year, first_time }) => renderLinkedCount(people.firstTime(year), first_time) },
        { header: 'Returning', cell: ({ year, returning }) => renderLinkedCount(people.returning(year), returning) },
        { header: 'Year before only', cell: ({ year, lapsed }) => renderLinkedCount(people.lapsed(year), lapsed) },
        {
          header: 'Share of the year’s alumni',
          cell: ({ year, ...row }) => renderShare(row, people.engagedAlumni(year), people.alumni(year)),
        },
      ]}
    />
  )
}

type YearCardProps = ChartCardProps &
  Pick<ComponentProps<typeof ChartCard<FiscalYear>>, 'title' | 'finding' | 'series' | 'barOf' | 'columns'>

function YearCard({ page, onChoose, ...figure }: YearCardProps) {
  return (
    <ChartCard
      {...figure}
      chart="by_year"
      empty={hasNoEngagements(page.by_year) && 'No engagement in any year matches the filters.'}
      isStacked
      rows={page.by_year.toSorted((a, b) => b.year - a.year)}
      chartRows={selectYears(page.by_year, page.year)}
      rowKey={({ year }) => String(year)}
      foot={<UnfinishedLegend page={page} />}
      isChosen={({ year }) => year === page.year}
      onChoose={(year) => onChoose('year', year)}
    />
  )
}

function yearColumn(page: StatsPage): TableColumn<FiscalYear> {
  const currentYear = findUnfinishedYear(page)
  return { header: 'Fiscal year', cell: ({ year }) => (year === currentYear ? `${year} so far` : String(year)) }
}

/** Returns a column with each year's count up to today's date in that year, or no column if no year is unfinished. */
function toDayColumn(page: StatsPage, cell: TableColumn<FiscalYear>['cell']): TableColumn<FiscalYear>[] {
  return findUnfinishedYear(page) ? [{ header: capitalize(formatToDay(page)), cell }] : []
}

function buildYearBar(page: StatsPage, year: number) {
  const isUnfinished = year === findUnfinishedYear(page)
  return {
    name: isUnfinished ? `${year} so\u00a0far` : String(year),
    unfinished: isUnfinished ? ['to_day', 'returning', 'first_time'] : undefined,
  }
}

function formatYear(page: StatsPage, year: number): string {
  return `${capitalize(formatFiscalYear(year))}${year === findUnfinishedYear(page) ? ` so far, ${formatToDay(page)}` : ''}`
}

export function EngagementsByMonthCard({ page, search, people }: ChartCardProps) {
  const [thisYearLabel, lastYearLabel] = [`Fiscal year ${page.year}`, `Fiscal year ${page.year - 1}`]
  const isEmpty = page.by_month.every(({ this_year, last_year }) => this_year === 0 && last_year === 0)
  return (
    <ChartCard
      search={search}
      chart="by_month"
      title="Engagements by month"
      finding={summarizeMonths(page)}
      empty={isEmpty && `No engagement in ${formatFiscalYear(page.year)}, nor in the year before.`}
      isWide
      rows={page.by_month}
      rowKey={({ month }) => month}
      series={[
        { name: 'before', label: lastYearLabel, color: 'var(--past)' },
        { name: 'now', label: thisYearLabel, color: 'var(--bar)' },
      ]}
      barOf={({ month, this_year, this_year_engaged, last_year, last_year_engaged }) => {
        const isFuture = isFutureMonth(month, page.as_of)
        const isUnfinished = !isFuture && !isMonthOver(month, page.as_of)
        return {
          name: formatShortMonthName(`${month}-01`),
          values: { before: last_year, now: isFuture ? null : this_year },
          labels: isFuture ? { before: formatCompact(last_year) } : { now: formatCompact(this_year) },
          description: `${formatMonth(`${month}-01`)}${isUnfinished ? ` so far, ${formatToDay(page)}` : ''}: ${isFuture ? 'yet to come' : `${formatCount(this_year, engagementNoun)} of ${formatCount(this_year_engaged, personNoun)}`}; a year before: ${formatNumber(last_year)} of ${formatCount(last_year_engaged, personNoun)}`,
          link: isFuture
            ? buildPeopleLink(people.engagedInMonth(month, 1), last_year_engaged)
            : buildPeopleLink(people.engagedInMonth(month), this_year_engaged),
          unfinished: isUnfinished ? ['now'] : undefined,
        }
      }}
      foot={
        page.year === findUnfinishedYear(page) &&
        !isMonthOver(page.as_of.slice(0, 7), page.as_of) && (
          <UnfinishedLegend page={page} period={formatMonthName(page.as_of)} />
        )
      }
      columns={[
        { header: 'Month', cell: ({ month }) => formatMonth(`${month}-01`) },
        {
          header: thisYearLabel,
          cell: ({ month, this_year, this_year_engaged }) =>
            !isFutureMonth(month, page.as_of) &&
            renderLinkedCount(people.engagedInMonth(month), this_year_engaged, this_year),
        },
        {
          header: 'People',
          cell: ({ month, this_year_engaged }) =>
            !isFutureMonth(month, page.as_of) && renderLinkedCount(people.engagedInMonth(month), this_year_engaged),
        },
        {
          header: lastYearLabel,
          cell: ({ month, last_year, last_year_engaged }) =>
            renderLinkedCount(people.engagedInMonth(month, 1), last_year_engaged, last_year),
        },
        {
          header: 'People then',
          cell: ({ month, last_year_engaged }) => renderLinkedCount(people.engagedInMonth(month, 1), last_year_engaged),
        },
        {
          header: 'Change',
          cell: ({ month, this_year, last_year }) =>
            isMonthOver(month, page.as_of) && formatChange(this_year, last_year),
        },
      ]}
    />
  )
}

function isFutureMonth(month: string, asOf: string): boolean {
  return month > asOf.slice(0, 7)
}

/** Checks whether a month is over. A month counts as over on its last day. */
function isMonthOver(month: string, asOf: string): boolean {
  return month < asOf.slice(0, 7) || isLastDayOfMonth(asOf)
}

function isLastDayOfMonth(date: string): boolean {
  return new Date(Date.parse(date) + 86_400_000).getUTCDate() === 1
}
