import { EngagementCounts } from './engagement-counts.ts'
import type { FiscalDays } from './fiscal-days.ts'

/** Figures for a whole year, or for the year up to today's date. `engaged` counts each person once. */
export type EngagedFigures = { engagements: number; engaged: number; engaged_alumni: number; first_time: number }
/** `lapsed` counts people who were engaged in `year` but not in the next year. */
export type YearFigures = { year: number; whole: EngagedFigures; toDay: EngagedFigures; lapsed: number }

/** Marks a missing day; greater than every day. */
export const noDay = 2 ** 30

/** Years are indexes into `FiscalDays.lastDays`. */
export class YearCounts {
  readonly #days: FiscalDays
  readonly #whole: YearPartCounts
  readonly #toDay: YearPartCounts
  readonly #lapsed: Int32Array
  /** Living people, counted by the year of their first degree. */
  readonly #graduates: Int32Array

  constructor(days: FiscalDays) {
    const years = days.lastDays.length
    this.#days = days
    this.#whole = new YearPartCounts(days)
    this.#toDay = new YearPartCounts(days)
    this.#lapsed = new Int32Array(years)
    this.#graduates = new Int32Array(years)
  }

  addEngagement(slot: number, year: number, isToDay: boolean): void {
    this.#whole.addEngagement(slot, year)
    if (isToDay) this.#toDay.addEngagement(slot, year)
  }

  /** Must follow all `addEngagement` calls for the person. `firstDegree` is a day or `noDay`. */
  addPerson(slot: number, firstDegree: number, isLiving: boolean): void {
    if (isLiving && firstDegree !== noDay) this.#graduates[this.#days.yearOf(firstDegree)]! += 1
    const { yearCount, yearsOfPerson } = this.#whole
    let firstYear = noDay
    for (let index = 0; index < yearCount; index++) firstYear = Math.min(firstYear, yearsOfPerson[index]!)
    for (let index = 0; index < yearCount; index++)
      if (!this.#whole.has(slot, yearsOfPerson[index]! + 1)) this.#lapsed[yearsOfPerson[index]!]! += 1
    const alumnusFrom = isLiving ? firstDegree : noDay
    this.#whole.addPerson(firstYear, alumnusFrom)
    this.#toDay.addPerson(firstYear, alumnusFrom)
  }

  figures(): YearFigures[] {
    return this.#days.lastDays.flatMap((_, year) => {
      const whole = this.#whole.figuresOf(year)
      if (whole.engagements === 0) return []
      const toDay = this.#toDay.figuresOf(year)
      return [{ year: this.#days.firstYear + year, whole, toDay, lapsed: this.#lapsed[year]! }]
    })
  }

  alumniBy(year: number): number {
    return this.#graduates
      .subarray(0, Math.max(year - this.#days.firstYear + 1, 0))
      .reduce((sum, each) => sum + each, 0)
  }
}

class YearPartCounts extends EngagementCounts {
  readonly #lastDays: readonly number[]
  readonly #engagedAlumni: Int32Array
  readonly #firstTime: Int32Array
  /** The first `yearCount` numbers are the years of the person being added. */
  readonly yearsOfPerson: Int32Array
  yearCount = 0

  constructor({ lastDays }: FiscalDays) {
    super(lastDays.length)
    this.#lastDays = lastDays
    this.#engagedAlumni = new Int32Array(lastDays.length)
    this.#firstTime = new Int32Array(lastDays.length)
    this.yearsOfPerson = new Int32Array(lastDays.length)
  }

  addEngagement(slot: number, year: number): void {
    if (this.add(slot, year)) this.yearsOfPerson[this.yearCount++] = year
  }

  addPerson(firstYear: number, alumnusFrom: number): void {
    for (let index = 0; index < this.yearCount; index++) {
      const year = this.yearsOfPerson[index]!
      if (year === firstYear) this.#firstTime[year]! += 1
      if (alumnusFrom <= this.#lastDays[year]!) this.#engagedAlumni[year]! += 1
    }
    this.yearCount = 0
  }

  figuresOf(year: number): EngagedFigures {
    return {
      engagements: this.engagements[year]!,
      engaged: this.engaged[year]!,
      engaged_alumni: this.#engagedAlumni[year]!,
      first_time: this.#firstTime[year]!,
    }
  }
}
