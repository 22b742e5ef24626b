import { formatShortDay, formatShortDayOfYear } from '../../ui/words/days.ts'
import { compact, countOf, shortPercent } from '../../ui/words/numbers.ts'
import { FigureCard, type TableColumn } from './chart-card.tsx'
import { type CardProps, linked, linkTo, shareOf } from './people-link.tsx'
import { change, compareCounts, comparedWith } from './key-numbers.tsx'
import {
  engagementWords,
  findingOfEvents,
  findingOfGroups,
  peopleWords,
  sentence,
  shareWords,
  fiscalYear,
  inYear,
  toDay,
} from './findings.ts'

type Group = {
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

type GroupCardProps = CardProps & { filter: 'activity' | 'college' | 'affinity' }

const headers = { activity: 'Activity', college: 'College', affinity: 'Affinity' } as const

/** Engagements by what they were or whose they were, the most first, above those of the year before at the same day. */
export function GroupCard(props: GroupCardProps) {
  const { page, search, people, onChoose, filter } = props
  const groups: readonly Group[] = page[`by_${filter}`]
  const when = comparedWith(page)
  const hasAlumni = groups.some(({ alumni }) => alumni !== undefined)
  const isChosen = ({ code }: Group) => code !== '' && code === search[filter]
  const now = `${sentence(fiscalYear(page.year))}${page.as_of < page.last_day ? ` so far, ${toDay(page)}` : ''}`
  return (
    <FigureCard
      search={search}
      chart={`by_${filter}`}
      title={`Engagements by ${filter}`}
      finding={findingOfGroups(groups, page, groups.some(isChosen))}
      empty={
        groups.every(({ engagements, last_year }) => engagements === 0 && last_year === 0) &&
        `No engagement ${inYear(page)}, nor ${when}.`
      }
      rows={groups.toSorted((a, b) => b.engagements - a.engagements || a.name.localeCompare(b.name))}
      rowKey={({ code }) => code}
      about={hasAlumni ? 'Beside each number, the share of its alumni' : ''}
      series={[
        { name: 'now', label: now, color: 'var(--bar)' },
        { name: 'before', label: sentence(when), color: 'var(--past)' },
      ]}
      barOf={(group) => {
        const { code, name, engagements, engaged, engaged_alumni = 0, alumni, last_year } = group
        const share = alumni === undefined ? '' : `\u00a0·\u00a0${shortPercent(engaged_alumni, alumni)}`
        return {
          name,
          values: { now: engagements, before: last_year },
          labels: { now: compact(engagements) + share },
          words: groupWords(group, when),
          link: linkTo(people.engaged(page.year, { [filter]: code }), engaged),
        }
      }}
      isChosen={isChosen}
      canBeChosen={({ code }) => code !== ''}
      onChoose={(code) => onChoose(filter, code)}
      columns={groupColumns(props, hasAlumni, when)}
    />
  )
}

function groupColumns(
  { page, people, filter }: GroupCardProps,
  hasAlumni: boolean,
  when: string,
): TableColumn<Group>[] {
  const engagedIn = ({ code }: Group) => people.engaged(page.year, { [filter]: code })
  const engagedBefore = ({ code }: Group) =>
    people.engaged(page.year - 1, { [filter]: code, isToDay: page.as_of < page.last_day })
  return [
    { header: headers[filter], cell: ({ name }: Group) => name },
    {
      header: 'Engagements',
      cell: (group: Group) => linked(engagedIn(group), group.engaged, group.engagements),
    },
    {
      header: sentence(when),
      cell: (group: Group) => linked(engagedBefore(group), group.last_year_engaged, group.last_year),
    },
    { header: 'Change', cell: ({ engagements, last_year }: Group) => change(engagements, last_year) },
    {
      header: 'People',
      cell: (group: Group) => linked(engagedIn(group), group.engaged),
    },
    ...(hasAlumni
      ? [
          {
            header: 'Share of its alumni',
            cell: ({ code, engaged_alumni = 0, alumni = 0 }: Group) =>
              shareOf(
                { engaged_alumni, alumni },
                people.engagedAlumni(page.year, { [filter]: code }),
                people.alumni(page.year, { [filter]: code }),
              ),
          },
        ]
      : []),
  ]
}

function groupWords(
  { name, engagements, engaged, engaged_alumni = 0, alumni, last_year }: Group,
  when: string,
): string {
  const share = alumni ? ` Of its alumni: ${shareWords(engaged_alumni, alumni)}.` : ''
  return `${name}: ${countOf(engagements, engagementWords)} of ${countOf(engaged, peopleWords)}. ${compareCounts(engagements, last_year, when).words}.${share}`
}

type Event = CardProps['page']['top_events'][number]

/** Charts the events, mailings or other named engagements with the most people. */
export function TopEvents({ page, search, people }: CardProps) {
  const peopleAt = (event: Event) => people.engagedAtEvent(page.year, event)
  return (
    <FigureCard
      search={search}
      chart="top_events"
      title="Top events"
      finding={findingOfEvents(page)}
      empty={page.top_events.length === 0 && `No engagement with a description ${inYear(page)}.`}
      rows={page.top_events}
      rowKey={({ activity_code, description }) => `${activity_code} ${description}`}
      about="Each person counted once"
      series={[{ name: 'engaged', color: 'var(--bar)' }]}
      barOf={(event) => ({
        name: `${event.description} (${event.activity_name.replaceAll(' ', '\u00a0')})`,
        values: { engaged: event.engaged },
        labels: { engaged: compact(event.engaged) },
        words: `${event.description} (${event.activity_name}), ${daysWords(event)}: ${countOf(event.engaged, peopleWords)}, ${countOf(event.engagements, engagementWords)}.`,
        link: linkTo(peopleAt(event), event.engaged),
      })}
      columns={[
        { header: 'Event', cell: ({ description }) => description },
        { header: 'Activity', cell: ({ activity_name }) => activity_name, isText: true },
        { header: 'People', cell: (event) => linked(peopleAt(event), event.engaged) },
        { header: 'Engagements', cell: (event) => linked(peopleAt(event), event.engaged, event.engagements) },
        { header: 'When', cell: daysWords, isText: true },
      ]}
    />
  )
}

function daysWords({ first_date, last_date }: Event): string {
  if (first_date === last_date) return formatShortDay(first_date)
  const isOneYear = first_date.slice(0, 4) === last_date.slice(0, 4)
  return `${isOneYear ? formatShortDayOfYear(first_date) : formatShortDay(first_date)} to ${formatShortDay(last_date)}`
}
