import { useState } from 'react'
import { Bars } from '../../ui/charts/bars.tsx'
import { compact, countOf, shortPercent } from '../../ui/words/numbers.ts'
import { BarsWithKey, shownAtFirst, ChartCard, ChartTable, type TableColumn } from './chart-card.tsx'
import { type CardProps, linked, linkTo, shareOf } from './people-link.tsx'
import { change, compareCounts, comparedWith } from './key-numbers.tsx'
import {
  engagementWords,
  findingOfGroups,
  peopleWords,
  sentence,
  shareWords,
  fiscalYear,
  inYear,
  toDay,
} from './findings.ts'
import { csvUrl } from './queries.ts'

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
  const title = `Engagements by ${filter}`
  const [isWhole, setWhole] = useState(false)
  const sorted = groups.toSorted((a, b) => b.engagements - a.engagements || a.name.localeCompare(b.name))
  const when = comparedWith(page)
  const hasAlumni = groups.some(({ alumni }) => alumni !== undefined)
  const isChosen = ({ code }: Group) => code !== '' && code === search[filter]
  const engagedIn = ({ code }: Group) => people.engaged(page.year, { [filter]: code })
  const drawn = isWhole ? sorted : sorted.filter((group, i) => i < shownAtFirst || isChosen(group))
  return (
    <ChartCard
      id={`by-${filter}`}
      title={title}
      finding={findingOfGroups(groups, page, groups.some(isChosen))}
      csv={csvUrl(`by_${filter}`, search)}
      empty={
        groups.every(({ engagements, last_year }) => engagements === 0 && last_year === 0) &&
        `No engagement ${inYear(page)}, nor ${when}.`
      }
      chart={
        <BarsWithKey
          about={hasAlumni ? 'Beside each number, the share of its alumni' : ''}
          isWhole={isWhole}
          of={sorted.length}
          onWhole={setWhole}
        >
          <Bars
            name={title}
            arrange="horizontal"
            series={[
              {
                name: 'now',
                label: `${sentence(fiscalYear(page.year))}${page.as_of < page.last_day ? ` so far, ${toDay(page)}` : ''}`,
                color: 'var(--bar)',
              },
              { name: 'before', label: sentence(when), color: 'var(--past)' },
            ]}
            bars={drawn.map((group) => ({
              key: group.code,
              name: group.name,
              values: { now: group.engagements, before: group.last_year },
              labels: {
                now:
                  compact(group.engagements) +
                  (group.alumni === undefined
                    ? ''
                    : `\u00a0·\u00a0${shortPercent(group.engaged_alumni ?? 0, group.alumni)}`),
              },
              words: groupWords(group, when),
              link: linkTo(engagedIn(group), group.engaged),
              isChosen: isChosen(group) || undefined,
              canBeChosen: group.code !== '',
            }))}
            onChoose={(code) => onChoose(filter, code)}
          />
        </BarsWithKey>
      }
      table={
        <ChartTable
          caption={title}
          rows={sorted}
          rowKey={({ code }) => code}
          isChosen={isChosen}
          canBeChosen={({ code }) => code !== ''}
          onChoose={({ code }) => onChoose(filter, code)}
          columns={groupColumns(props, hasAlumni, when)}
        />
      }
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
