import { fiscalYear } from '@alumni/shared/fiscal-year'
import { passOver } from '../columns/pass-over.ts'
import { flag, type People } from '../columns/people.ts'
import { dayNumber, none } from '../columns/person.ts'
import { FiscalDays } from './fiscal-days.ts'

/** `year` is the fiscal year of engagements, which begins on `start` (`07-01`); those after `today` do not count. */
export type ClassesAsked = { year: number; start: string; today: string }

/**
 * The living people of a class, by the calendar year of a degree: who has a degree of two years is in both. `first_time`
 * are engaged in the fiscal year and were never before.
 */
export type ClassFigures = {
  class_year: number
  people: number
  by_email: number
  engaged: number
  engaged_last_year: number
  first_time: number
  champions: number
}

type Figure = Exclude<keyof ClassFigures, 'class_year'>
type Span = { from: number; to: number }

/** Counts every class in one pass over everyone on file, the earliest first. */
export async function countClasses(people: People, { year, start, today }: ClassesAsked): Promise<ClassFigures[]> {
  const lastDay = dayNumber(today)
  const spanOf = (year: number): Span => {
    const { from, last } = fiscalYear(year, start)
    return { from: dayNumber(from), to: Math.min(dayNumber(last), lastDay) }
  }
  const [thisYear, lastYear] = [spanOf(year), spanOf(year - 1)]
  // Calendar years are fiscal years that begin with January.
  const calendar = new FiscalDays(people.days.first, people.days.last, '01-01', today)
  const classes = new Map<number, ClassFigures>()
  await passOver(people, (slot) => {
    const flags = people.flags.values[slot]!
    if (flags & flag.deceased) return
    const { isEngaged, isFirstTime, wasEngaged } = engagementsOf(people, slot, thisYear, lastYear)
    const counted: Figure[] = ['people']
    if ((flags & (flag.has_email | optedOut)) === flag.has_email) counted.push('by_email')
    if (flags & flag.champion) counted.push('champions')
    if (isEngaged) counted.push('engaged')
    if (isFirstTime) counted.push('first_time')
    if (wasEngaged) counted.push('engaged_last_year')
    for (const classYear of classYearsOf(people, slot, calendar)) {
      const figures = classes.get(classYear) ?? emptyClass(classYear)
      classes.set(classYear, figures)
      for (const figure of counted) figures[figure]++
    }
  })
  return [...classes.values()].toSorted((a, b) => a.class_year - b.class_year)
}

const optedOut = flag.do_not_contact | flag.do_not_email

function emptyClass(class_year: number): ClassFigures {
  return { class_year, people: 0, by_email: 0, engaged: 0, engaged_last_year: 0, first_time: 0, champions: 0 }
}

function engagementsOf({ engagements }: People, slot: number, thisYear: Span, lastYear: Span) {
  const { values, starts, ends, width } = engagements
  const isWithin = (day: number, { from, to }: Span) => day >= from && day <= to
  let [isEngaged, wasEngaged, wasEngagedBefore] = [false, false, false]
  for (let entry = starts[slot]!; entry < ends[slot]!; entry += width) {
    const day = values[entry + 1]!
    isEngaged ||= isWithin(day, thisYear)
    wasEngaged ||= isWithin(day, lastYear)
    wasEngagedBefore ||= day < thisYear.from
  }
  return { isEngaged, wasEngaged, isFirstTime: isEngaged && !wasEngagedBefore }
}

/** The years of a person's degrees, each once. */
function classYearsOf({ degrees }: People, slot: number, calendar: FiscalDays): Set<number> {
  const { values, starts, ends, width } = degrees
  const years = new Set<number>()
  for (let entry = starts[slot]!; entry < ends[slot]!; entry += width) {
    const day = values[entry + 3]!
    if (day !== none) years.add(calendar.firstYear + calendar.yearOf(day))
  }
  return years
}
