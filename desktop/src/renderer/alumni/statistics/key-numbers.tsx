import type { PeopleWords } from '@alumni/shared/alumni/statistics-people'
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
import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { count, percent } from '../../ui/words/numbers.ts'
import { type CardProps, linked, PeopleLink } from './people-link.tsx'
import { fiscalYear } from './findings.ts'
import { dayOfYearWords } from '../../ui/words/days.ts'
import tiles from '../../ui/page/tiles.module.css'

const arrows = { more: IconArrowUpRight, fewer: IconArrowDownRight, same: IconEqual }

type Linked = { people: number; to: PeopleWords }
type KeyNumber = {
  word: string
  icon: Icon
  value: string
  /** The people of the number. */
  who: Linked
  of?: ReactNode
  /** Beside the year before, with the people of then. */
  comparison?: Comparison & { before: Linked }
}

/** The big calm numbers of the year, each beside the year before at the same day, each leading to its people. */
export function KeyNumbers(props: Pick<CardProps, 'page' | 'people'>) {
  const when = comparedWith(props.page)
  return (
    <SimpleGrid
      component="dl"
      className={tiles.tiles}
      cols={{ base: 2, xs: 3, lg: 6 }}
      spacing={1}
      mih={142}
      style={{ breakInside: 'avoid' }}
    >
      {keyNumbers(props, when).map(({ word, icon: Picture, value, who, of, comparison }) => (
        <div key={word} className={tiles.tile}>
          <dt className={tiles.word}>
            <Picture size={15} stroke={1.8} color="var(--accent-text)" aria-hidden />
            {word}
          </dt>
          <dd className={tiles.number}>
            <PeopleLink {...who}>{value}</PeopleLink>
          </dd>
          {of && <dd className="fact">{of}</dd>}
          {comparison && <Beside when={when} {...comparison} />}
        </div>
      ))}
    </SimpleGrid>
  )
}

/** The words of a comparison, of which those about the time before lead to its people. */
function Beside({ direction, words, before: then, when }: Comparison & { before: Linked; when: string }) {
  const Arrow = arrows[direction]
  const [ahead, after] = words.split(when)
  return (
    <dd className={tiles.word}>
      <Arrow size={14} stroke={2} aria-hidden />
      <span>
        {ahead}
        <PeopleLink {...then}>{when}</PeopleLink>
        {after}
      </span>
    </dd>
  )
}

function keyNumbers({ page, people }: Pick<CardProps, 'page' | 'people'>, when: string): KeyNumber[] {
  const { year, this_year: now, last_year: before, lapsed } = page
  const isToDay = page.as_of < page.last_day
  const engaged = { people: now.engaged, to: people.engaged(year) }
  const engagedThen = { people: before.engaged, to: people.engaged(year - 1, { isToDay }) }
  const alumniEngaged = { people: now.engaged_alumni, to: people.engagedAlumni(year) }
  const wholeYearBefore = page.by_year.find((row) => row.year === year - 1)
  const counted = (
    word: string,
    icon: Icon,
    field: 'engagements' | 'engaged' | 'first_time' | 'returning',
    who: Linked,
    then: Linked,
  ): KeyNumber => ({
    word,
    icon,
    value: count(now[field]),
    who,
    comparison: { ...compareCounts(now[field], before[field], when), before: then },
  })
  return [
    counted('Engagements', IconActivity, 'engagements', engaged, engagedThen),
    counted('People engaged', IconUsers, 'engaged', engaged, engagedThen),
    {
      word: 'Share of alumni',
      icon: IconChartPie,
      value: percent(now.engaged_alumni, now.alumni),
      who: alumniEngaged,
      of: (
        <>
          {linked(alumniEngaged.to, now.engaged_alumni)} of {linked(people.alumni(year), now.alumni)} alumni of {year}
        </>
      ),
      comparison: {
        ...compareShares(now, before, when),
        before: { people: before.engaged_alumni, to: people.engagedAlumni(year - 1, { isToDay }) },
      },
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
      word: isToDay ? 'Last year, not yet this year' : 'The year before, not this year',
      icon: IconUserMinus,
      value: count(lapsed),
      who: { people: lapsed, to: people.lapsed(year) },
      of: wholeYearBefore && (
        <>
          of {linked(people.engaged(year - 1), wholeYearBefore.engaged)} people in {fiscalYear(year - 1)}
        </>
      ),
    },
  ]
}

type Comparison = { direction: 'more' | 'fewer' | 'same'; words: string }

const tenth = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Names the day of comparison: "on November 21 last year", or "the year before" where the year is over. */
export function comparedWith({ as_of, last_day }: Pick<StatsPage, 'as_of' | 'last_day'>): string {
  if (as_of >= last_day) return 'the year before'
  return as_of.endsWith('-02-29') ? 'at the end of February last year' : `on ${dayOfYearWords(as_of)} last year`
}

/** "1,204 more than on November 21 last year, +8%". */
export function compareCounts(now: number, before: number, when: string): Comparison {
  if (now === before) return { direction: 'same', words: now === 0 ? `None ${when} either` : `As many as ${when}` }
  const direction = now > before ? 'more' : 'fewer'
  if (before === 0) return { direction, words: `None ${when}` }
  return { direction, words: `${count(Math.abs(now - before))} ${direction} than ${when}, ${change(now, before)}` }
}

type Share = { engaged_alumni: number; alumni: number }

/** The same for parts, each of its own whole: "1.2 points more than on November 21 last year". */
export function compareShares(now: Share, before: Share, when: string): Comparison {
  const points = shareOf(now) - shareOf(before)
  if (Math.abs(points) < 0.05)
    return {
      direction: 'same',
      words: now.engaged_alumni === 0 && before.engaged_alumni === 0 ? `None ${when} either` : `The same as ${when}`,
    }
  const direction = points > 0 ? 'more' : 'fewer'
  const size = tenth.format(Math.abs(points))
  return {
    direction,
    words: `${size} ${size === '1' ? 'point' : 'points'} ${direction === 'more' ? 'more' : 'less'} than ${when}`,
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
