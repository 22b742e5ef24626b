import { Columns } from '../charts/columns.tsx'
import { monthWords, shortMonth } from '../words/days.ts'
import { count, countOf } from '../words/numbers.ts'
import type { CardProps } from './cards.ts'
import { change } from './comparison.ts'
import { ChartCard } from './chart-card.tsx'
import { ChartTable } from './chart-table.tsx'
import { engagementWords, findingOfMonths } from './findings.ts'
import { fiscalYear } from './fiscal-years.ts'
import { csvUrl } from './queries.ts'

/** Engagements month by month, this fiscal year beside the last. */
export function EngagementsByMonth({ page, search }: CardProps) {
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
        <Columns
          name={title}
          series={[before, now]}
          arrange="beside"
          columns={page.by_month.map(({ month, this_year, last_year }) => ({
            key: month,
            label: shortMonth(`${month}-01`),
            values: [last_year, isYetToCome(month, page.as_of) ? null : this_year],
            words: `${monthWords(`${month}-01`)}: ${isYetToCome(month, page.as_of) ? 'yet to come' : countOf(this_year, engagementWords)}; a year before: ${count(last_year)}`,
          }))}
        />
      }
      table={
        <ChartTable
          caption={title}
          rows={page.by_month}
          rowKey={({ month }) => month}
          columns={[
            { header: 'Month', cell: ({ month }) => monthWords(`${month}-01`) },
            { header: now, cell: ({ month, this_year }) => (isYetToCome(month, page.as_of) ? '' : count(this_year)) },
            { header: before, cell: ({ last_year }) => count(last_year) },
            { header: 'Change', cell: ({ month, this_year, last_year }) => (isOver(month, page.as_of) ? change(this_year, last_year) : '') },
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
