import type { FiscalDays } from './fiscal-days.ts'

/** Figures for a whole year, or for the year up to today's date. `engaged` counts each person once. */
export type EngagedFigures = { engagements: number; engaged: number; engaged_alumni: number; first_time: number }
/** `lapsed` counts people who were engaged in `year` but not in the next year. */
export type YearFigures = { year: number; whole: EngagedFigures; toDay: EngagedFigures; lapsed: number }
type MonthFigures = { engagements: number; engaged: number }

/** Marks a missing day; greater than every day. */
export const noDay = 2 ** 30
/** Stands for the packed day of an engagement that does not exist; its year is before every year. */
export const noEngagement = -64

/** Years are indexes into `FiscalDays.lastDays`. */
export class YearCounts {
  readonly #days: FiscalDays
  /** Engagements by the number of days since `FiscalDays.firstDay`. */
  readonly #engagements: Int32Array
  /** People by month: 16 numbers for each year, of which the last four are unused. */
  readonly #engagedByMonth: Int32Array
  readonly #whole: PeopleCounts
  readonly #toDay: PeopleCounts
  /** People who were also engaged in the next year. */
  readonly #stayed: Int32Array
  /** Living people, counted by the year of their first degree. */
  readonly #graduates: Int32Array

  constructor(days: FiscalDays) {
    const years = days.lastDays.length
    this.#days = days
    this.#engagements = new Int32Array(days.packedDays.length)
    this.#engagedByMonth = new Int32Array(years * 16)
    this.#whole = new PeopleCounts(years)
    this.#toDay = new PeopleCounts(years)
    this.#stayed = new Int32Array(years)
    this.#graduates = new Int32Array(years)
  }

  /** Adds a person's engagements in the order of days. `previous` is the packed day of the one before. */
  addEngagement(day: number, previous: number, alumnusFrom: number): void {
    const packed = this.#days.packedDays[day]!
    this.#engagements[day]! += 1
    if (packed >> 1 === previous >> 1) return
    this.#engagedByMonth[packed >> 1]! += 1
    if (packed >> 5 !== previous >> 5) this.#addYear(packed, previous, alumnusFrom)
  }

  #addYear(packed: number, previous: number, alumnusFrom: number): void {
    const year = packed >> 5
    const isAlumnus = alumnusFrom <= this.#days.lastDays[year]!
    const isFirstTime = previous === noEngagement
    this.#whole.add(year, isAlumnus, isFirstTime)
    if (packed & 1) this.#toDay.add(year, isAlumnus, isFirstTime)
    if (previous >> 5 === year - 1) this.#stayed[year - 1]! += 1
  }

  addGraduate(firstDegree: number): void {
    this.#graduates[this.#days.yearOf(firstDegree)]! += 1
  }

  /** Lists the years with engagements. */
  figures(): YearFigures[] {
    const { firstYear, lastDays, packedDays } = this.#days
    const [whole, toDay] = [new Int32Array(lastDays.length), new Int32Array(lastDays.length)]
    packedDays.forEach((packed, day) => {
      whole[packed >> 5]! += this.#engagements[day]!
      if (packed & 1) toDay[packed >> 5]! += this.#engagements[day]!
    })
    return lastDays.flatMap((_, year) =>
      whole[year] === 0
        ? []
        : {
            year: firstYear + year,
            whole: { engagements: whole[year]!, ...this.#whole.figuresOf(year) },
            toDay: { engagements: toDay[year]!, ...this.#toDay.figuresOf(year) },
            lapsed: this.#whole.engaged[year]! - this.#stayed[year]!,
          },
    )
  }

  /** Returns the figures of the twelve months of a year, which are zero for an unknown year. */
  monthFigures(year: number): MonthFigures[] {
    const months = Array.from({ length: 12 }, (_, month) => ({
      engagements: 0,
      engaged: this.#engagedByMonth[year * 16 + month] ?? 0,
    }))
    this.#days.packedDays.forEach((packed, day) => {
      if (packed >> 5 === year) months[(packed >> 1) & 15]!.engagements += this.#engagements[day]!
    })
    return months
  }

  alumniBy(year: number): number {
    return this.#graduates
      .subarray(0, Math.max(year - this.#days.firstYear + 1, 0))
      .reduce((sum, each) => sum + each, 0)
  }
}

class PeopleCounts {
  readonly engaged: Int32Array
  readonly #engagedAlumni: Int32Array
  readonly #firstTime: Int32Array

  constructor(years: number) {
    this.engaged = new Int32Array(years)
    this.#engagedAlumni = new Int32Array(years)
    this.#firstTime = new Int32Array(years)
  }

  add(year: number, isAlumnus: boolean, isFirstTime: boolean): void {
    this.engaged[year]! += 1
    if (isAlumnus) this.#engagedAlumni[year]! += 1
    if (isFirstTime) this.#firstTime[year]! += 1
  }

  figuresOf(year: number): Omit<EngagedFigures, 'engagements'> {
    return {
      engaged: this.engaged[year]!,
      engaged_alumni: this.#engagedAlumni[year]!,
      first_time: this.#firstTime[year]!,
    }
  }
}
