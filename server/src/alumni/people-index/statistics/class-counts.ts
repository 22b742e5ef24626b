import { lostAmong, optedOut } from '../columns/reach.ts'
import { flag, type People } from '../columns/people.ts'
import { none } from '../columns/person.ts'
import { FiscalDays } from './fiscal-days.ts'

/** Living people of a class or of a decade, which is its first year; someone with degrees of two years is in both classes. */
export type ClassFigures = { year: number } & Figures
type Figures = Record<(typeof figures)[number], number>

/** When someone was engaged: in the year asked for, and in the one before, of which `toDay` is the part up to today. */
export type PersonEngaged = { isEngaged: boolean; lastYear: boolean; lastYearToDay: boolean; isFirstTime: boolean }

const figures = [
  'alumni',
  'by_email',
  'lost',
  'champions',
  'engaged',
  'engaged_last_year',
  'engaged_last_year_to_day',
  'first_time',
] as const

/** Figures by the calendar year of a degree, and by its decade. */
export class ClassCounts {
  readonly #people: People
  readonly #calendar: FiscalDays
  readonly #lastClass: number
  readonly #isLost: (slot: number) => boolean
  readonly #years = new Map<number, Figures>()
  readonly #decades = new Map<number, Figures>()

  /** Classes after `lastClass` have not graduated in the year asked for, and are in no decade. */
  constructor(people: People, { today, lastClass }: { today: string; lastClass: number }) {
    this.#people = people
    this.#lastClass = lastClass
    // Calendar years are fiscal years that begin with January.
    this.#calendar = new FiscalDays(people.days.first, people.days.last, '01-01', today)
    this.#isLost = lostAmong(people)
  }

  /** Counts a living person in the classes of the degrees for whose college `isAsked`. */
  add(slot: number, isAsked: (college: number) => boolean, engaged: PersonEngaged): void {
    const { values, starts, ends, width } = this.#people.degrees
    const years: number[] = []
    for (let entry = starts[slot]!; entry < ends[slot]!; entry += width) {
      const day = values[entry + 3]!
      if (day === none || !isAsked(values[entry]!)) continue
      const year = this.#calendar.firstYear + this.#calendar.yearOf(day)
      if (!years.includes(year)) years.push(year)
    }
    if (years.length === 0) return
    const counted = this.#figuresOf(slot, engaged)
    for (const year of years) addTo(this.#years, year, counted)
    const graduated = years.filter((year) => year <= this.#lastClass)
    for (const decade of new Set(graduated.map((year) => year - (year % 10)))) addTo(this.#decades, decade, counted)
  }

  #figuresOf(slot: number, engaged: PersonEngaged): (typeof figures)[number][] {
    const flags = this.#people.flags.values[slot]!
    return [
      'alumni',
      ...((flags & (flag.has_email | optedOut)) === flag.has_email ? (['by_email'] as const) : []),
      ...(this.#isLost(slot) ? (['lost'] as const) : []),
      ...(flags & flag.champion ? (['champions'] as const) : []),
      ...(engaged.isEngaged ? (['engaged'] as const) : []),
      ...(engaged.lastYear ? (['engaged_last_year'] as const) : []),
      ...(engaged.lastYearToDay ? (['engaged_last_year_to_day'] as const) : []),
      ...(engaged.isFirstTime ? (['first_time'] as const) : []),
    ]
  }

  /** Classes and decades with someone living, the earliest first. */
  figures() {
    return { classes: inOrder(this.#years), decades: inOrder(this.#decades) }
  }
}

function addTo(groups: Map<number, Figures>, year: number, counted: readonly (typeof figures)[number][]): void {
  const group = groups.get(year) ?? (Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures)
  groups.set(year, group)
  for (const figure of counted) group[figure]++
}

function inOrder(groups: Map<number, Figures>): ClassFigures[] {
  return Array.from(groups, ([year, group]) => ({ year, ...group })).toSorted((a, b) => a.year - b.year)
}
