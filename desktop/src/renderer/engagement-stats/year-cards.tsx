import type { StatsPage } from '@alumni/shared/engagement-stats'
import { Bars } from '../ui/charts/bars.tsx'
import { compact, count, countOf, percent, shortPercent } from '../ui/words/numbers.ts'
import type { CardProps } from './cards.ts'
import { ChartCard } from './chart-card.tsx'
import { ChartTable, type TableColumn } from './chart-table.tsx'
import { engagementWords, findingOfPeople, findingOfYears, peopleWords } from './findings.ts'
import { fiscalYear, isNothing, yearsToDraw, type FiscalYear } from './fiscal-years.ts'
import { csvUrl } from './queries.ts'

const noneInAnyYear = 'No engagement of any year passes the filters.'

/** Engagements by fiscal year; pressing a year shows it. */
export function EngagementsByYear({ page, search, onChoose }: CardProps) {
  const title = 'Engagements by fiscal year'
  const columns: TableColumn<FiscalYear>[] = [
    yearColumn(page),
    { header: 'Engagements', cell: ({ engagements }) => count(engagements) },
  ]
  return (
    <ChartCard
      id="engagements-by-year"
      title={title}
      finding={findingOfYears(page)}
      csv={csvUrl('by_year', search)}
      empty={isNothing(page.by_year) && noneInAnyYear}
      chart={
        <Bars
          name={title}
          series={[{ name: 'engagements', color: 'var(--bar)' }]}
          bars={yearsToDraw(page.by_year, page.year).map(({ year, engagements }) => ({
            ...yearLook(page, year),
            values: { engagements },
            labels: { engagements: compact(engagements) },
            words: `${sayYear(page, year)}: ${countOf(engagements, engagementWords)}`,
          }))}
          onChoose={(year) => onChoose('year', year)}
        />
      }
      table={<YearTable title={title} columns={columns} page={page} onChoose={onChoose} />}
    />
  )
}

/** Distinct people by fiscal year, those of the first time and those who returned. */
export function PeopleByYear({ page, search, onChoose }: CardProps) {
  const title = 'People engaged by fiscal year'
  const columns: TableColumn<FiscalYear>[] = [
    yearColumn(page),
    { header: 'People', cell: ({ engaged }) => count(engaged) },
    { header: 'First time', cell: ({ first_time }) => count(first_time) },
    { header: 'Returning', cell: ({ returning }) => count(returning) },
    { header: 'Share of alumni', cell: ({ engaged_living }) => percent(engaged_living, page.alumni) },
  ]
  return (
    <ChartCard
      id="people-by-year"
      title={title}
      finding={`${findingOfPeople(page)} Under each year, its share of today’s alumni.`}
      csv={csvUrl('by_year', search)}
      empty={isNothing(page.by_year) && noneInAnyYear}
      chart={
        <Bars
          name={title}
          series={[
            { name: 'returning', label: 'Returning', color: 'var(--bar)' },
            { name: 'first_time', label: 'First time', color: 'var(--part)' },
          ]}
          isStacked
          bars={yearsToDraw(page.by_year, page.year).map(
            ({ year, engaged, engaged_living, first_time, returning }) => ({
              ...yearLook(page, year),
              name: `${year} ${shortPercent(engaged_living, page.alumni)}`,
              values: { returning, first_time },
              labels: { first_time: compact(engaged) },
              words: `${sayYear(page, year)}: ${countOf(engaged, peopleWords)}, ${percent(engaged_living, page.alumni)} of today’s alumni; ${count(first_time)} for the first time, ${count(returning)} returning`,
            }),
          )}
          onChoose={(year) => onChoose('year', year)}
        />
      }
      table={<YearTable title={title} columns={columns} page={page} onChoose={onChoose} />}
    />
  )
}

function YearTable({
  title,
  columns,
  page,
  onChoose,
}: Pick<CardProps, 'page' | 'onChoose'> & { title: string; columns: TableColumn<FiscalYear>[] }) {
  const latestFirst = page.by_year.toSorted((a, b) => b.year - a.year)
  return (
    <ChartTable
      caption={title}
      columns={columns}
      rows={latestFirst}
      rowKey={({ year }) => String(year)}
      isChosen={({ year }) => year === page.year}
      onChoose={({ year }) => onChoose('year', String(year))}
    />
  )
}

function yearColumn(page: StatsPage): TableColumn<FiscalYear> {
  return { header: 'Fiscal year', cell: ({ year }) => (isUnfinished(page, year) ? `${year} so far` : String(year)) }
}

function yearLook(page: StatsPage, year: number) {
  return { key: String(year), name: String(year), isChosen: year === page.year }
}

function sayYear(page: StatsPage, year: number): string {
  return `${fiscalYear(year).replace('f', 'F')}${isUnfinished(page, year) ? ' so far' : ''}`
}

/** Only of the shown year is it known how far it has come. */
function isUnfinished({ year: shown, as_of, last_day }: StatsPage, year: number): boolean {
  return year === shown && as_of < last_day
}
