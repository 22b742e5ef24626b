import { capitalize } from '../../ui/format/format-value.ts'
import { formatShortDay, formatShortDayOfYear } from '../../ui/format/days.ts'
import { formatCompact, formatCount, formatShortPercent } from '../../ui/format/numbers.ts'
import { ChartCard, type TableColumn } from './chart-card.tsx'
import { type ChartCardProps, renderLinkedCount, buildPeopleLink, renderShare } from './people-link.tsx'
import { formatChange, compareCounts, describeComparisonDay } from './key-numbers.tsx'
import {
  engagementNoun,
  summarizeEvents,
  summarizeGroups,
  personNoun,
  formatShareOfAlumni,
  formatFiscalYear,
  formatInYear,
  formatToDay,
} from './summarize.ts'

type EngagementGroup = {
  code: string
  name: string
  category?: string
  engagements: number
  engaged: number
  engaged_alumni?: number
  alumni?: number
  last_year: number
  last_year_engaged: number
}

type GroupCardProps = ChartCardProps & { filter: 'activity' | 'college' | 'affinity' }

const headers = { activity: 'Activity', college: 'College', affinity: 'Affinity' } as const

/** Charts engagements by activity, college or affinity, compared with the same period a year earlier. */
export function GroupCard(props: GroupCardProps) {
  const { page, search, people, onChoose, filter } = props
  const groups: readonly EngagementGroup[] = page[`by_${filter}`]
  const comparedTo = describeComparisonDay(page)
  const hasAlumni = groups.some(({ alumni }) => alumni !== undefined)
  const isChosen = ({ code }: EngagementGroup) => code !== '' && code === search[filter]
  const thisYear = `${capitalize(formatFiscalYear(page.year))}${page.as_of < page.last_day ? ` so far, ${formatToDay(page)}` : ''}`
  return (
    <ChartCard
      search={search}
      chart={`by_${filter}`}
      title={`Engagements by ${filter}`}
      finding={summarizeGroups(groups, page, groups.some(isChosen))}
      empty={
        groups.every(({ engagements, last_year }) => engagements === 0 && last_year === 0) &&
        `No engagement ${formatInYear(page)}, nor ${comparedTo}.`
      }
      rows={groups.toSorted((a, b) => b.engagements - a.engagements || a.name.localeCompare(b.name))}
      rowKey={({ code }) => code}
      about={hasAlumni ? 'Beside each number, the share of its alumni' : ''}
      series={[
        { name: 'now', label: thisYear, color: 'var(--bar)' },
        { name: 'before', label: capitalize(comparedTo), color: 'var(--past)' },
      ]}
      barOf={(group) => {
        const { code, name, engagements, engaged, engaged_alumni = 0, alumni, last_year } = group
        const share = alumni === undefined ? '' : `\u00a0·\u00a0${formatShortPercent(engaged_alumni, alumni)}`
        return {
          name,
          values: { now: engagements, before: last_year },
          labels: { now: formatCompact(engagements) + share },
          description: describeGroup(group, comparedTo),
          link: buildPeopleLink(people.engaged(page.year, { [filter]: code }), engaged),
        }
      }}
      isChosen={isChosen}
      canBeChosen={({ code }) => code !== ''}
      onChoose={(code) => onChoose(filter, code)}
      columns={groupColumns(props, hasAlumni, comparedTo)}
    />
  )
}

function groupColumns(
  { page, people, filter }: GroupCardProps,
  hasAlumni: boolean,
  comparedTo: string,
): TableColumn<EngagementGroup>[] {
  const engagedIn = ({ code }: EngagementGroup) => people.engaged(page.year, { [filter]: code })
  const engagedBefore = ({ code }: EngagementGroup) =>
    people.engaged(page.year - 1, { [filter]: code, isToDay: page.as_of < page.last_day })
  return [
    { header: headers[filter], cell: ({ name }: EngagementGroup) => name },
    {
      header: 'Engagements',
      cell: (group: EngagementGroup) => renderLinkedCount(engagedIn(group), group.engaged, group.engagements),
    },
    {
      header: capitalize(comparedTo),
      cell: (group: EngagementGroup) =>
        renderLinkedCount(engagedBefore(group), group.last_year_engaged, group.last_year),
    },
    { header: 'Change', cell: ({ engagements, last_year }: EngagementGroup) => formatChange(engagements, last_year) },
    {
      header: 'People',
      cell: (group: EngagementGroup) => renderLinkedCount(engagedIn(group), group.engaged),
    },
    ...(hasAlumni
      ? [
          {
            header: 'Share of its alumni',
            cell: ({ code, engaged_alumni = 0, alumni = 0 }: EngagementGroup) =>
              renderShare(
                { engaged_alumni, alumni },
                people.engagedAlumni(page.year, { [filter]: code }),
                people.alumni(page.year, { [filter]: code }),
              ),
          },
        ]
      : []),
  ]
}

function describeGroup(
  { name, engagements, engaged, engaged_alumni = 0, alumni, last_year }: EngagementGroup,
  comparedTo: string,
): string {
  const share = alumni ? ` Of its alumni: ${formatShareOfAlumni(engaged_alumni, alumni)}.` : ''
  return `${name}: ${formatCount(engagements, engagementNoun)} of ${formatCount(engaged, personNoun)}. ${compareCounts(engagements, last_year, comparedTo).text}.${share}`
}

type TopEvent = ChartCardProps['page']['top_events'][number]

export function TopEventsCard({ page, search, people }: ChartCardProps) {
  const searchAttendees = (event: TopEvent) => people.engagedAtEvent(page.year, event)
  return (
    <ChartCard
      search={search}
      chart="top_events"
      title="Top events"
      finding={summarizeEvents(page)}
      empty={page.top_events.length === 0 && `No engagement with a description ${formatInYear(page)}.`}
      rows={page.top_events}
      rowKey={({ activity_code, description }) => `${activity_code} ${description}`}
      about="Each person counted once"
      series={[{ name: 'engaged', color: 'var(--bar)' }]}
      barOf={(event) => ({
        name: `${event.description} (${event.activity_name.replaceAll(' ', '\u00a0')})`,
        values: { engaged: event.engaged },
        labels: { engaged: formatCompact(event.engaged) },
        description: `${event.description} (${event.activity_name}), ${formatDays(event)}: ${formatCount(event.engaged, personNoun)}, ${formatCount(event.engagements, engagementNoun)}.`,
        link: buildPeopleLink(searchAttendees(event), event.engaged),
      })}
      columns={[
        { header: 'Event', cell: ({ description }) => description },
        { header: 'Activity', cell: ({ activity_name }) => activity_name, isText: true },
        { header: 'People', cell: (event) => renderLinkedCount(searchAttendees(event), event.engaged) },
        {
          header: 'Engagements',
          cell: (event) => renderLinkedCount(searchAttendees(event), event.engaged, event.engagements),
        },
        { header: 'When', cell: formatDays, isText: true },
      ]}
    />
  )
}

function formatDays({ first_date, last_date }: TopEvent): string {
  if (first_date === last_date) return formatShortDay(first_date)
  const isOneYear = first_date.slice(0, 4) === last_date.slice(0, 4)
  return `${isOneYear ? formatShortDayOfYear(first_date) : formatShortDay(first_date)} to ${formatShortDay(last_date)}`
}
