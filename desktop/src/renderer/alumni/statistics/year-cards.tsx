import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { Bars } from '../../ui/charts/bars.tsx'
import { compact, count, countOf, shortPercent } from '../../ui/words/numbers.ts'
import { type CardProps, linked, linkTo, shareOf } from './people-link.tsx'
import { ChartCard, ChartTable, type TableColumn, UnfinishedKey } from './chart-card.tsx'
import {
  engagementWords,
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
import { csvUrl } from './queries.ts'

const noneInAnyYear = 'No engagement in any year matches the filters.'

/**
 * Engagements by fiscal year, while one runs with each year's part up to the same day. A bar leads to its people, a
 * year shows it.
 */
export function EngagementsByYear({ page, search, people, onChoose }: CardProps) {
  const title = 'Engagements by fiscal year'
  const running = runningYear(page)
  const columns: TableColumn<FiscalYear>[] = [
    yearColumn(page),
    {
      header: 'Engagements',
      cell: ({ year, engagements, engaged }) => linked(people.engaged(year), engaged, engagements),
    },
    ...toDayColumn(page, ({ year, engagements_to_day, engaged_to_day }) =>
      linked(people.engaged(year, { isToDay: true }), engaged_to_day, engagements_to_day),
    ),
  ]
  return (
    <ChartCard
      id="engagements-by-year"
      title={title}
      finding={findingOfYears(page)}
      csv={csvUrl('by_year', search)}
      empty={isNothing(page.by_year) && noneInAnyYear}
      chart={
        <>
          <Bars
            name={title}
            series={
              running
                ? [
                    { name: 'to_day', label: sentence(toDay(page)), color: 'var(--bar)' },
                    { name: 'rest', label: 'Rest of the year', color: 'var(--past)' },
                  ]
                : [{ name: 'to_day', color: 'var(--bar)' }]
            }
            isStacked
            bars={yearsToDraw(page.by_year, page.year).map((row) => {
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
            })}
            onChoose={(year) => onChoose('year', year)}
          />
          <UnfinishedKey page={page} />
        </>
      }
      table={<YearTable title={title} columns={columns} page={page} onChoose={onChoose} />}
    />
  )
}

/** Distinct people by fiscal year, those of the first time and those who returned. */
export function PeopleByYear({ page, search, people, onChoose }: CardProps) {
  const title = 'People engaged by fiscal year'
  const running = runningYear(page)
  const columns: TableColumn<FiscalYear>[] = [
    yearColumn(page),
    {
      header: 'People',
      cell: ({ year, engaged }) => linked(people.engaged(year), engaged),
    },
    ...toDayColumn(page, ({ year, engaged_to_day }) => linked(people.engaged(year, { isToDay: true }), engaged_to_day)),
    {
      header: 'First time',
      cell: ({ year, first_time }) => linked(people.firstTime(year), first_time),
    },
    {
      header: 'Returning',
      cell: ({ year, returning }) => linked(people.returning(year), returning),
    },
    {
      header: 'Year before only',
      cell: ({ year, lapsed }) => linked(people.lapsed(year), lapsed),
    },
    {
      header: 'Share of the year’s alumni',
      cell: ({ year, ...row }) => shareOf(row, people.engagedAlumni(year), people.alumni(year)),
    },
  ]
  return (
    <ChartCard
      id="people-by-year"
      title={title}
      finding={`${findingOfPeople(page)} Under each year, the share of its alumni.`}
      csv={csvUrl('by_year', search)}
      empty={isNothing(page.by_year) && noneInAnyYear}
      chart={
        <>
          <Bars
            name={title}
            series={[
              { name: 'returning', label: running ? `Returning, ${toDay(page)}` : 'Returning', color: 'var(--bar)' },
              {
                name: 'first_time',
                label: running ? `First time, ${toDay(page)}` : 'First time',
                color: 'var(--part)',
              },
              ...(running ? [{ name: 'rest', label: 'Only in the rest of the year', color: 'var(--past)' }] : []),
            ]}
            isStacked
            bars={yearsToDraw(page.by_year, page.year).map((row) => {
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
            })}
            onChoose={(year) => onChoose('year', year)}
          />
          <UnfinishedKey page={page} />
        </>
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
    key: String(year),
    name: isUnfinished ? `${year} so\u00a0far` : String(year),
    isChosen: year === page.year || undefined,
    unfinished: isUnfinished ? ['to_day', 'returning', 'first_time'] : undefined,
  }
}

function yearWords(page: StatsPage, year: number): string {
  return `${sentence(fiscalYear(year))}${year === runningYear(page) ? ` so far, ${toDay(page)}` : ''}`
}
