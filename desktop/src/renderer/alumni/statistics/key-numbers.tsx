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
import { formatDayOfYear } from '../../ui/words/days.ts'
import { count, percent } from '../../ui/words/numbers.ts'
import { type CardProps, linked, PeopleLink } from './people-link.tsx'

const arrows = { more: IconArrowUpRight, fewer: IconArrowDownRight, same: IconEqual }

/** The numbers of the year, each beside the year before at the same day; what that is, and how they are counted. */
export function KeyNumbers(props: Pick<CardProps, 'page' | 'people'>) {
  const when = comparedWith(props.page)
  return (
    <div>
      <KeyTiles of={keyNumbers(props, when)} cols={{ base: 2, xs: 3, lg: 6 }} />
      <Group className="fact" align="flex-start" gap="4px 16px" mt={8}>
        <p>{`Compared with ${when.replace(/^(on|at) /, '')}.`}</p>
        <HowCounted rules={rules} />
      </Group>
    </div>
  )
}

const rules = [
  'Everyone counts once a year, however often they took part.',
  alumniOfYearText,
  'First time: never engaged before, in any year. With an activity chosen: never in that activity.',
  'Yet to return, or did not return: engaged the year before, but not this year.',
  `A class is the year of a degree; someone with degrees from two years counts in both. Only living alumni count. Classes and decades with fewer than ${minRankedAlumni} are not ranked.`,
  'Click a number or bar to see its people in the search. Click the name of a year, activity, college or affinity to filter this page, or the name of a class to open its page.',
]

/** Folded rules of the numbers on a page. */
export function HowCounted({ rules }: { rules: readonly string[] }) {
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

/** How far a number is from that of the year before, which leads to the people of then. */
function Beside({ direction, words, short, before }: Comparison & { short: string; before: Linked }) {
  const Arrow = arrows[direction]
  return (
    <>
      <Arrow size={14} stroke={2} aria-hidden />
      <span>
        <PeopleLink {...before}>{short}</PeopleLink>
        <span className="visually-hidden">: {words}</span>
      </span>
    </>
  )
}

function keyNumbers({ page, people }: Pick<CardProps, 'page' | 'people'>, when: string): KeyTile[] {
  const { year, this_year: now, last_year: before, lapsed } = page
  const isToDay = page.as_of < page.last_day
  const engaged = { people: now.engaged, to: people.engaged(year) }
  const engagedThen = { people: before.engaged, to: people.engaged(year - 1, { isToDay }) }
  const wholeYearBefore = page.by_year.find((row) => row.year === year - 1)
  const counted = (
    word: string,
    icon: Icon,
    field: 'engagements' | 'engaged' | 'first_time' | 'returning',
    who: Linked,
    then: Linked,
  ): KeyTile => ({
    word,
    icon,
    value: count(now[field]),
    who,
    line: (
      <Beside
        {...compareCounts(now[field], before[field], when)}
        short={shortChange(now[field], before[field])}
        before={then}
      />
    ),
  })
  const points = compareShares(now, before, when)
  return [
    counted('Engagements', IconActivity, 'engagements', engaged, engagedThen),
    counted('People engaged', IconUsers, 'engaged', engaged, engagedThen),
    {
      word: 'Share of alumni',
      icon: IconChartPie,
      value: percent(now.engaged_alumni, now.alumni),
      who: { people: now.engaged_alumni, to: people.engagedAlumni(year) },
      line: (
        <>
          <Beside
            {...points}
            short={points.short}
            before={{ people: before.engaged_alumni, to: people.engagedAlumni(year - 1, { isToDay }) }}
          />
          <span>of {linked(people.alumni(year), now.alumni)}</span>
        </>
      ),
    },
    counted(
      'First time',
      IconSparkles,
      'first_time',
      { people: now.first_time, to: people.firstTime(year) },
      { people: before.first_time, to: people.firstTime(year - 1, { isToDay }) },
    ),
    counted(
      'Returning',
      IconRepeat,
      'returning',
      { people: now.returning, to: people.returning(year) },
      { people: before.returning, to: people.returning(year - 1, { isToDay }) },
    ),
    {
      word: isToDay ? 'Yet to return' : 'Did not return',
      icon: IconUserMinus,
      value: count(lapsed),
      who: { people: lapsed, to: people.lapsed(year) },
      line: wholeYearBefore && (
        <span>
          of {linked(people.engaged(year - 1), wholeYearBefore.engaged)} in {year - 1}
        </span>
      ),
    },
  ]
}

type Linked = { people: number; to: SearchParameters }
export type KeyTile = {
  word: string
  icon: Icon
  value: string
  /** The people of the number, or a link of its own. */
  who: Linked | ((value: string) => ReactNode)
  /** One line under the number. */
  line?: ReactNode
}

/** Big calm numbers, each with one line, each leading to its people. */
export function KeyTiles({ of, cols }: { of: readonly KeyTile[]; cols: SimpleGridProps['cols'] & object }) {
  return (
    <SimpleGrid
      component="dl"
      className={tiles.tiles}
      cols={cols}
      spacing={1}
      style={{ breakInside: 'avoid', display: 'grid' }}
    >
      {of.map(({ word, icon: Picture, value, who, line }) => (
        <div key={word} className={tiles.tile}>
          <dt className={tiles.word}>
            <Picture size={15} stroke={1.8} color="var(--accent-text)" aria-hidden />
            {word}
          </dt>
          <dd className={tiles.number}>
            {typeof who === 'function' ? who(value) : <PeopleLink {...who}>{value}</PeopleLink>}
          </dd>
          {line && <dd className={tiles.word}>{line}</dd>}
        </div>
      ))}
    </SimpleGrid>
  )
}

type Comparison = { direction: 'more' | 'fewer' | 'same'; words: string }

const tenth = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Names the day of comparison: "on November 21 last year", or "the year before" where the year is over. */
export function comparedWith({ as_of, last_day }: Pick<StatsPage, 'as_of' | 'last_day'>): string {
  if (as_of >= last_day) return 'the year before'
  return as_of.endsWith('-02-29') ? 'at the end of February last year' : `on ${formatDayOfYear(as_of)} last year`
}

/** "1,204 more than on November 21 last year, +8%". */
export function compareCounts(now: number, before: number, when: string): Comparison {
  if (now === before) return { direction: 'same', words: now === 0 ? `None ${when} either` : `As many as ${when}` }
  const direction = now > before ? 'more' : 'fewer'
  if (before === 0) return { direction, words: `None ${when}` }
  return { direction, words: `${count(Math.abs(now - before))} ${direction} than ${when}, ${change(now, before)}` }
}

/** The same in a word: "+8%"; what had none before has no percentage. */
function shortChange(now: number, before: number): string {
  return before === 0 ? `${count(before)} then` : change(now, before)
}

type Share = { engaged_alumni: number; alumni: number }

/** The same for parts, each of its own whole: "1.2 points more than on November 21 last year". */
export function compareShares(now: Share, before: Share, when: string): Comparison & { short: string } {
  const points = shareOf(now) - shareOf(before)
  if (Math.abs(points) < 0.05)
    return {
      direction: 'same',
      words: now.engaged_alumni === 0 && before.engaged_alumni === 0 ? `None ${when} either` : `The same as ${when}`,
      short: '0 points',
    }
  const direction = points > 0 ? 'more' : 'fewer'
  const size = tenth.format(Math.abs(points))
  const unit = size === '1' ? 'point' : 'points'
  return {
    direction,
    short: `${points > 0 ? '+' : '−'}${size} ${unit}`,
    words: `${size} ${unit} ${direction === 'more' ? 'more' : 'less'} than ${when}`,
  }
}

function shareOf({ engaged_alumni, alumni }: Share): number {
  return alumni > 0 ? (engaged_alumni / alumni) * 100 : 0
}

/** "+8%", "−0.4%", "12 times as many"; nothing to compare with is a dash. */
export function change(now: number, before: number): string {
  if (before === 0) return '–'
  if (now / before >= 10) return `${count(Math.round(now / before))} times as many`
  const percent = ((now - before) / before) * 100
  const size = Math.abs(percent) < 10 ? tenth.format(Math.abs(percent)) : count(Math.round(Math.abs(percent)))
  if (size === '0') return '0%'
  return `${percent > 0 ? '+' : '−'}${size}%`
}
