import { useState } from 'react'
import { Bars } from '../../ui/charts/bars.tsx'
import { shortDay, shortDayOfYear } from '../../ui/words/days.ts'
import { compact, count, countOf } from '../../ui/words/numbers.ts'
import { BarsWithKey, shownAtFirst, ChartCard, ChartTable } from './chart-card.tsx'
import { type CardProps, PeopleLink, linkTo } from './people-link.tsx'
import { engagementWords, findingOfEvents, peopleWords, inYear } from './findings.ts'
import { csvUrl } from './queries.ts'

type Event = CardProps['page']['top_events'][number]

/** Charts the events, mailings or other named engagements with the most people. */
export function TopEvents({ page, search, people }: CardProps) {
  const title = 'Top events'
  const [isWhole, setWhole] = useState(false)
  const linked = (event: Event, number: string) => (
    <PeopleLink to={people.atEvent(page.year, event)} people={event.engaged}>
      {number}
    </PeopleLink>
  )
  return (
    <ChartCard
      id="top-events"
      title={title}
      finding={findingOfEvents(page)}
      csv={csvUrl('top_events', search)}
      empty={page.top_events.length === 0 && `No engagement with a description ${inYear(page)}.`}
      chart={
        <BarsWithKey about="Each person counted once" isWhole={isWhole} of={page.top_events.length} onWhole={setWhole}>
          <Bars
            name={`${title}, by people`}
            arrange="horizontal"
            series={[{ name: 'engaged', color: 'var(--bar)' }]}
            bars={page.top_events.slice(0, isWhole ? undefined : shownAtFirst).map((event) => ({
              key: keyOf(event),
              name: `${event.description} (${event.activity_name.replaceAll(' ', '\u00a0')})`,
              values: { engaged: event.engaged },
              labels: { engaged: compact(event.engaged) },
              words: `${event.description} (${event.activity_name}), ${daysWords(event)}: ${countOf(event.engaged, peopleWords)}, ${countOf(event.engagements, engagementWords)}.`,
              link: linkTo(people.atEvent(page.year, event), event.engaged),
            }))}
          />
        </BarsWithKey>
      }
      table={
        <ChartTable
          caption={title}
          rows={page.top_events}
          rowKey={keyOf}
          columns={[
            { header: 'Event', cell: ({ description }) => description },
            { header: 'Activity', cell: ({ activity_name }) => activity_name, isText: true },
            { header: 'People', cell: (event) => linked(event, count(event.engaged)) },
            { header: 'Engagements', cell: (event) => linked(event, count(event.engagements)) },
            { header: 'When', cell: daysWords, isText: true },
          ]}
        />
      }
    />
  )
}

function keyOf({ activity_code, description }: Event): string {
  return `${activity_code} ${description}`
}

function daysWords({ first_date, last_date }: Event): string {
  if (first_date === last_date) return shortDay(first_date)
  const isOneYear = first_date.slice(0, 4) === last_date.slice(0, 4)
  return `${isOneYear ? shortDayOfYear(first_date) : shortDay(first_date)} to ${shortDay(last_date)}`
}
