import { Bars } from '../../ui/charts/bars.tsx'
import { monthOfYearWords, monthWords, shortMonth } from '../../ui/words/days.ts'
import { compact, count, countOf } from '../../ui/words/numbers.ts'
import { type CardProps, linked, linkTo } from './people-link.tsx'
import { change } from './key-numbers.tsx'
import { ChartCard, ChartTable, UnfinishedKey } from './chart-card.tsx'
import { engagementWords, findingOfMonths, peopleWords, fiscalYear, runningYear, toDay } from './findings.ts'
import { csvUrl } from './queries.ts'

/** Engagements month by month, this fiscal year beside the last. */
export function EngagementsByMonth({ page, search, people }: CardProps) {
  const title = 'Engagements by month'
  const [now, before] = [`Fiscal year ${page.year}`, `Fiscal year ${page.year - 1}`]
  const isEmpty = page.by_month.every(({ this_year, last_year }) => this_year === 0 && last_year === 0)
  return (
    <ChartCard
      id="by-month"
      title={title}
      finding={findingOfMonths(page)}
      csv={csvUrl('by_month', search)}
      empty={isEmpty && `No engagement in ${fiscalYear(page.year)}, nor in the year before.`}
      isWide
      chart={
        <>
          <Bars
            name={title}
            series={[
              { name: 'before', label: before, color: 'var(--past)' },
              { name: 'now', label: now, color: 'var(--bar)' },
            ]}
            bars={page.by_month.map(({ month, this_year, this_year_engaged, last_year, last_year_engaged }) => {
              const isComing = isYetToCome(month, page.as_of)
              const isUnfinished = !isComing && !isOver(month, page.as_of)
              return {
                key: month,
                name: shortMonth(`${month}-01`),
                values: { before: last_year, now: isComing ? null : this_year },
                labels: isComing ? { before: compact(last_year) } : { now: compact(this_year) },
                words: `${monthWords(`${month}-01`)}${isUnfinished ? ` so far, ${toDay(page)}` : ''}: ${isComing ? 'yet to come' : `${countOf(this_year, engagementWords)} of ${countOf(this_year_engaged, peopleWords)}`}; a year before: ${count(last_year)} of ${countOf(last_year_engaged, peopleWords)}`,
                link: isComing
                  ? linkTo(people.inMonth(month, 1), last_year_engaged)
                  : linkTo(people.inMonth(month), this_year_engaged),
                unfinished: isUnfinished ? ['now'] : undefined,
              }
            })}
          />
          {page.year === runningYear(page) && !isOver(page.as_of.slice(0, 7), page.as_of) && (
            <UnfinishedKey page={page} what={monthOfYearWords(page.as_of)} />
          )}
        </>
      }
      table={
        <ChartTable
          caption={title}
          rows={page.by_month}
          rowKey={({ month }) => month}
          columns={[
            { header: 'Month', cell: ({ month }) => monthWords(`${month}-01`) },
            {
              header: now,
              cell: ({ month, this_year, this_year_engaged }) =>
                isYetToCome(month, page.as_of) ? '' : linked(people.inMonth(month), this_year_engaged, this_year),
            },
            {
              header: 'People',
              cell: ({ month, this_year_engaged }) =>
                isYetToCome(month, page.as_of) ? '' : linked(people.inMonth(month), this_year_engaged),
            },
            {
              header: before,
              cell: ({ month, last_year, last_year_engaged }) =>
                linked(people.inMonth(month, 1), last_year_engaged, last_year),
            },
            {
              header: 'People then',
              cell: ({ month, last_year_engaged }) => linked(people.inMonth(month, 1), last_year_engaged),
            },
            {
              header: 'Change',
              cell: ({ month, this_year, last_year }) =>
                isOver(month, page.as_of) ? change(this_year, last_year) : '',
            },
          ]}
        />
      }
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
