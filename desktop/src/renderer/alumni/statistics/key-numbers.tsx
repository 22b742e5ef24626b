import { minRankedAlumni } from '@alumni/shared/alumni/classes'
import { alumniOfYearText, type StatsPage } from '@alumni/shared/alumni/statistics'
import { Box, Group, SimpleGrid, type SimpleGridProps } from '@mantine/core'
import {
  IconActivity,
  IconArrowDownRight,
  IconArrowUpRight,
  IconChartPie,
  IconEqual,
  IconRepeat,
  IconSparkles,
  IconUserMinus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { SearchParameters } from '@alumni/shared/alumni/statistics-people'
import type { ReactNode } from 'react'
import tiles from '../../ui/page/tiles.module.css'
import { formatDayOfYear } from '../../ui/format/days.ts'
import { formatNumber, formatPercent } from '../../ui/format/numbers.ts'
import { type ChartCardProps, renderLinkedCount, PeopleLink } from './people-link.tsx'

const arrows = { more: IconArrowUpRight, fewer: IconArrowDownRight, same: IconEqual }

export function KeyNumbers(props: Pick<ChartCardProps, 'page' | 'people'>) {
  const comparedTo = describeComparisonDay(props.page)
  return (
    <div>
      <KeyTiles numbers={buildKeyTiles(props, comparedTo)} cols={{ base: 2, xs: 3, lg: 6 }} />
      <Group className="fact" align="flex-start" gap="4px 16px" mt={8}>
        <p>{`Compared with ${comparedTo.replace(/^(on|at) /, '')}.`}</p>
        <CountingRules rules={countingRules} />
      </Group>
    </div>
  )
}

const countingRules = [
  'Everyone counts once a year, however often they took part.',
  alumniOfYearText,
  'First time: never engaged before, in any year. With an activity chosen: never in that activity.',
  'Yet to return, or did not return: engaged the year before, but not this year.',
  `A class is the year of a degree; someone with degrees from two years counts in both. Only living alumni count. Classes and decades with fewer than ${minRankedAlumni} are not ranked.`,
  'Click a number or bar to see its people in the search. Click the name of a year, activity, college or affinity to filter this page, or the name of a class to open its page.',
]

export function CountingRules({ rules }: { rules: readonly string[] }) {
  return (
    <Box component="details" flex="1 1 300px" maw={900}>
      <summary style={{ cursor: 'pointer' }}>How it is counted</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Box>
  )
}

function ChangeNote({ direction, text, short, lastYear }: Comparison & { short: string; lastYear: CountLink }) {
  const Arrow = arrows[direction]
  return (
    <>
      <Arrow size={14} stroke={2} aria-hidden />
      <span>
        <PeopleLink {...lastYear}>{short}</PeopleLink>
        <span className="visually-hidden">: {text}</span>
      </span>
    </>
  )
}

function buildKeyTiles({ page, people }: Pick<ChartCardProps, 'page' | 'people'>, comparedTo: string): KeyTile[] {
  const { year, this_year: thisYear, last_year: lastYear, lapsed } = page
  const isToDay = page.as_of < page.last_day
  const engaged = { people: thisYear.engaged, to: people.engaged(year) }
  const engagedLastYear = { people: lastYear.engaged, to: people.engaged(year - 1, { isToDay }) }
  const wholeYearBefore = page.by_year.find((row) => row.year === year - 1)
  const buildTile = (
    label: string,
    icon: Icon,
    field: 'engagements' | 'engaged' | 'first_time' | 'returning',
    link: CountLink,
    linkBefore: CountLink,
  ): KeyTile => ({
    label,
    icon,
    value: formatNumber(thisYear[field]),
    link,
    line: (
      <ChangeNote
        {...compareCounts(thisYear[field], lastYear[field], comparedTo)}
        short={formatShortChange(thisYear[field], lastYear[field])}
        lastYear={linkBefore}
      />
    ),
  })
  const points = compareShares(thisYear, lastYear, comparedTo)
  return [
    buildTile('Engagements', IconActivity, 'engagements', engaged, engagedLastYear),
    buildTile('People engaged', IconUsers, 'engaged', engaged, engagedLastYear),
    {
      label: 'Share of alumni',
      icon: IconChartPie,
      value: formatPercent(thisYear.engaged_alumni, thisYear.alumni),
      link: { people: thisYear.engaged_alumni, to: people.engagedAlumni(year) },
      line: (
        <>
          <ChangeNote
            {...points}
            short={points.short}
            lastYear={{ people: lastYear.engaged_alumni, to: people.engagedAlumni(year - 1, { isToDay }) }}
          />
          <span>of {renderLinkedCount(people.alumni(year), thisYear.alumni)}</span>
        </>
      ),
    },
    buildTile(
      'First time',
      IconSparkles,
      'first_time',
      { people: thisYear.first_time, to: people.firstTime(year) },
      { people: lastYear.first_time, to: people.firstTime(year - 1, { isToDay }) },
    ),
    buildTile(
      'Returning',
      IconRepeat,
      'returning',
      { people: thisYear.returning, to: people.returning(year) },
      { people: lastYear.returning, to: people.returning(year - 1, { isToDay }) },
    ),
    {
      label: isToDay ? 'Yet to return' : 'Did not return',
      icon: IconUserMinus,
      value: formatNumber(lapsed),
      link: { people: lapsed, to: people.lapsed(year) },
      line: wholeYearBefore && (
        <span>
          of {renderLinkedCount(people.engaged(year - 1), wholeYearBefore.engaged)} in {year - 1}
        </span>
      ),
    },
  ]
}

type CountLink = { people: number; to: SearchParameters }
export type KeyTile = {
  label: string
  icon: Icon
  value: string
  /** The search that lists the counted people, or a function that renders a link around the value. */
  link: CountLink | ((value: string) => ReactNode)
  line?: ReactNode
}

export function KeyTiles({ numbers, cols }: { numbers: readonly KeyTile[]; cols: SimpleGridProps['cols'] & object }) {
  return (
    <SimpleGrid
      component="dl"
      className={tiles.tiles}
      cols={cols}
      spacing={1}
      style={{ breakInside: 'avoid', display: 'grid' }}
    >
      {numbers.map(({ label, icon: Icon, value, link, line }) => (
        <div key={label} className={tiles.tile}>
          <dt className={tiles.label}>
            <Icon size={15} stroke={1.8} color="var(--accent-text)" aria-hidden />
            {label}
          </dt>
          <dd className={tiles.number}>
            {typeof link === 'function' ? link(value) : <PeopleLink {...link}>{value}</PeopleLink>}
          </dd>
          {line && <dd className={tiles.label}>{line}</dd>}
        </div>
      ))}
    </SimpleGrid>
  )
}

type Comparison = { direction: 'more' | 'fewer' | 'same'; text: string }

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Returns text such as "on November 21 last year", or "the year before" once the year is over. */
export function describeComparisonDay({ as_of, last_day }: Pick<StatsPage, 'as_of' | 'last_day'>): string {
  if (as_of >= last_day) return 'the year before'
  return as_of.endsWith('-02-29') ? 'at the end of February last year' : `on ${formatDayOfYear(as_of)} last year`
}

/** Returns text such as "1,204 more than on November 21 last year, +8%". */
export function compareCounts(thisYear: number, lastYear: number, comparedTo: string): Comparison {
  if (thisYear === lastYear)
    return { direction: 'same', text: thisYear === 0 ? `None ${comparedTo} either` : `As many as ${comparedTo}` }
  const direction = thisYear > lastYear ? 'more' : 'fewer'
  if (lastYear === 0) return { direction, text: `None ${comparedTo}` }
  return {
    direction,
    text: `${formatNumber(Math.abs(thisYear - lastYear))} ${direction} than ${comparedTo}, ${formatChange(thisYear, lastYear)}`,
  }
}

function formatShortChange(thisYear: number, lastYear: number): string {
  return lastYear === 0 ? `${formatNumber(lastYear)} then` : formatChange(thisYear, lastYear)
}

type Share = { engaged_alumni: number; alumni: number }

/** Returns text such as "1.2 points more than on November 21 last year". */
export function compareShares(thisYear: Share, lastYear: Share, comparedTo: string): Comparison & { short: string } {
  const points = percentOf(thisYear) - percentOf(lastYear)
  if (Math.abs(points) < 0.05)
    return {
      direction: 'same',
      text:
        thisYear.engaged_alumni === 0 && lastYear.engaged_alumni === 0
          ? `None ${comparedTo} either`
          : `The same as ${comparedTo}`,
      short: '0 points',
    }
  const direction = points > 0 ? 'more' : 'fewer'
  const size = oneDecimal.format(Math.abs(points))
  const unit = size === '1' ? 'point' : 'points'
  return {
    direction,
    short: `${points > 0 ? '+' : '−'}${size} ${unit}`,
    text: `${size} ${unit} ${direction === 'more' ? 'more' : 'less'} than ${comparedTo}`,
  }
}

function percentOf({ engaged_alumni, alumni }: Share): number {
  return alumni > 0 ? (engaged_alumni / alumni) * 100 : 0
}

/** Returns text such as "+8%", "−0.4%" or "12 times as many", or a dash if last year's number is 0. */
export function formatChange(thisYear: number, lastYear: number): string {
  if (lastYear === 0) return '–'
  if (thisYear / lastYear >= 10) return `${formatNumber(Math.round(thisYear / lastYear))} times as many`
  const percent = ((thisYear - lastYear) / lastYear) * 100
  const size =
    Math.abs(percent) < 10 ? oneDecimal.format(Math.abs(percent)) : formatNumber(Math.round(Math.abs(percent)))
  if (size === '0') return '0%'
  return `${percent > 0 ? '+' : '−'}${size}%`
}
