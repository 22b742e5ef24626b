import { fiscalYear, fiscalYearOf, monthsOfFiscalYear, sameDayIn } from '@alumni/shared/fiscal-year'
import { formatDay, dayNumber } from '../columns/person.ts'

/**
 * The place of each day in its fiscal year, so that a pass over millions of days only looks it up. Days are numbers as
 * in the columns; `today` and the first day of a year, `start`, are as in `fiscal-year.ts`.
 */
export class FiscalDays {
  readonly firstDay: number
  readonly firstYear: number
  /** The last day of each year, beginning with `firstYear`: positions here stand for years. */
  readonly lastDays: number[] = []
  /**
   * For each day from `firstDay` on the position of its year times 32, plus twice its month of that year (0 to 11), plus
   * 1 where it stands no later in its year than today does.
   */
  readonly packedDays: Int32Array

  constructor(firstDay: number, lastDay: number, start: string, today: string) {
    this.firstDay = firstDay
    this.firstYear = fiscalYearOf(formatDay(firstDay), start)
    this.packedDays = new Int32Array(lastDay - firstDay + 1)
    for (let year = this.firstYear; year <= fiscalYearOf(formatDay(lastDay), start); year++)
      this.#add(year, start, today)
  }

  #add(year: number, start: string, today: string): void {
    const lastDay = dayNumber(fiscalYear(year, start).last)
    const position = this.lastDays.push(lastDay) - 1
    const sameDay = dayNumber(sameDayIn(year, today, start))
    // A month begins on the day of the month on which the year does; June 31 is July 1.
    const monthStarts = monthsOfFiscalYear(year, start).map(
      (month) => dayNumber(`${month}-01`) + Number(start.slice(3)) - 1,
    )
    monthStarts.forEach((monthStart, month) => {
      const monthEnd = Math.min((monthStarts[month + 1] ?? lastDay + 1) - this.firstDay, this.packedDays.length)
      for (let day = Math.max(monthStart - this.firstDay, 0); day < monthEnd; day++)
        this.packedDays[day] = position * 32 + month * 2 + (day + this.firstDay <= sameDay ? 1 : 0)
    })
  }

  /** The position of the year of a day. */
  yearOf(day: number): number {
    return this.packedDays[day - this.firstDay]! >> 5
  }
}
