import { buildLostTest, optOutFlags } from '../columns/reach.ts'
import { flag, type People } from '../columns/people.ts'
import { none } from '../columns/person.ts'
import { FiscalDays } from './fiscal-days.ts'

/** Figures for a class, or for the decade that starts in `year`. A person with two class years counts in both. */
export type ClassFigures = { year: number } & Figures
type Figures = Record<(typeof figures)[number], number>

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
/** One bit per figure. A bit mask holds the figures in which a person counts. */
export const figureBits = Object.fromEntries(figures.map((figure, index) => [figure, 1 << index])) as Figures

const combinations = 1 << figures.length
const noFigures = Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures

export class ClassCounts {
  readonly #people: People
  readonly #calendar: FiscalDays
  readonly #firstDecade: number
  readonly #lastClass: number
  readonly #isLost: (slot: number) => boolean
  readonly #years: GroupedFigures
  readonly #decades: GroupedFigures

  /** Classes after `lastClass` have not graduated yet and are excluded from decades. */
  constructor(people: People, { today, lastClass }: { today: string; lastClass: number }) {
    this.#people = people
    // Class years are calendar years, which are the same as fiscal years that start in January.
    this.#calendar = new FiscalDays(people.days.first, people.days.last, '01-01', today)
    const { firstYear, lastDays } = this.#calendar
    this.#firstDecade = firstYear - (firstYear % 10)
    this.#lastClass = lastClass - firstYear
    this.#isLost = buildLostTest(people)
    this.#years = new GroupedFigures(lastDays.length)
    this.#decades = new GroupedFigures(Math.ceil((firstYear - this.#firstDecade + lastDays.length) / 10))
  }

  /** Counts a living person in the class of each degree from `college`; -1 means any. `engaged` is a bit mask. */
  add(slot: number, college: number, engaged: number): void {
    const { values, starts, ends, width } = this.#people.degrees
    let counted = 0
    for (let entry = starts[slot]!; entry < ends[slot]!; entry += width) {
      const day = values[entry + 3]!
      if (day === none || (college !== -1 && values[entry] !== college)) continue
      counted ||= this.#bitsOf(slot, engaged)
      const year = this.#calendar.yearOf(day)
      this.#years.add(slot, year, counted)
      if (year <= this.#lastClass) this.#decades.add(slot, this.#decadeOf(year), counted)
    }
  }

  #decadeOf(year: number): number {
    return Math.floor((this.#calendar.firstYear + year - this.#firstDecade) / 10)
  }

  #bitsOf(slot: number, engaged: number): number {
    const flags = this.#people.flags.values[slot]!
    return (
      engaged |
      figureBits.alumni |
      ((flags & (flag.has_email | optOutFlags)) === flag.has_email ? figureBits.by_email : 0) |
      (this.#isLost(slot) ? figureBits.lost : 0) |
      (flags & flag.champion ? figureBits.champions : 0)
    )
  }

  /** Lists classes and decades with living people, earliest first. */
  figures() {
    return {
      classes: this.#years.figures((position) => this.#calendar.firstYear + position),
      decades: this.#decades.figures((position) => this.#firstDecade + position * 10),
    }
  }
}

class GroupedFigures {
  readonly #counts: Int32Array
  readonly #lastSlots: Int32Array

  constructor(groups: number) {
    this.#counts = new Int32Array(groups * combinations)
    this.#lastSlots = new Int32Array(groups).fill(-1)
  }

  /** Ignores repeated calls for the same person and position. All calls for a person must be consecutive. */
  add(slot: number, position: number, counted: number): void {
    if (this.#lastSlots[position] === slot) return
    this.#lastSlots[position] = slot
    this.#counts[position * combinations + counted]! += 1
  }

  figures(yearOf: (position: number) => number): ClassFigures[] {
    const used = this.#lastSlots.keys().filter((position) => this.#lastSlots[position] !== -1)
    return Array.from(used, (position) => {
      const sums = { ...noFigures, year: yearOf(position) }
      for (let bits = 1; bits < combinations; bits++) {
        const people = this.#counts[position * combinations + bits]!
        if (people > 0) for (const figure of figures) if (bits & figureBits[figure]) sums[figure] += people
      }
      return sums
    })
  }
}
