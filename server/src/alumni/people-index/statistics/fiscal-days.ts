import { fiscalYear, fiscalYearOf, monthsOfFiscalYear, sameDayIn } from '@alumni/shared/fiscal-year'
import { formatDayNumber, dayNumber } from '../columns/person.ts'

/** Precomputes the fiscal year and month of each day, because statistics look up millions of days. */
export class FiscalDays {
  readonly firstDay: number
  readonly firstYear: number
  /** The last day of each fiscal year from `firstYear` on. Elsewhere, years are indexes into this array. */
  readonly lastDays: number[] = []
  /** Bits of each day: bit 0 is set until today's day of the year, bits 1-4 are the month (0-11), the rest the year. */
  readonly packedDays: Int32Array

  constructor(firstDay: number, lastDay: number, start: string, today: string) {
    this.firstDay = firstDay
    this.firstYear = fiscalYearOf(formatDayNumber(firstDay), start)
    this.packedDays = new Int32Array(lastDay - firstDay + 1)
    for (let year = this.firstYear; year <= fiscalYearOf(formatDayNumber(lastDay), start); year++)
      this.#add(year, start, today)
  }

  #add(year: number, start: string, today: string): void {
    const lastDay = dayNumber(fiscalYear(year, start).last)
    const position = this.lastDays.push(lastDay) - 1
    const sameDay = dayNumber(sameDayIn(year, today, start))
    // Months start on the same day of the month as the fiscal year; June 31 becomes July 1.
    const monthStarts = monthsOfFiscalYear(year, start).map(
      (month) => dayNumber(`${month}-01`) + Number(start.slice(3)) - 1,
    )
    monthStarts.forEach((monthStart, month) => {
      const monthEnd = Math.min((monthStarts[month + 1] ?? lastDay + 1) - this.firstDay, this.packedDays.length)
      for (let day = Math.max(monthStart - this.firstDay, 0); day < monthEnd; day++)
        this.packedDays[day] = position * 32 + month * 2 + (day + this.firstDay <= sameDay ? 1 : 0)
    })
  }

  yearOf(day: number): number {
    return this.packedDays[day - this.firstDay]! >> 5
  }
}
