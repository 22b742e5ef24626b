import { compareCharacters } from '@alumni/shared/compare-text'
import { statsTopEvents } from '@alumni/shared/alumni/statistics'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { ClassCounts, figureBits } from './class-counts.ts'
import { EngagementCounts } from './engagement-counts.ts'
import { FiscalDays } from './fiscal-days.ts'
import { GroupCounts } from './group-counts.ts'
import { passOver } from '../columns/pass-over.ts'
import { flag, type People } from '../columns/people.ts'
import { dateOf, dayNumber, none, partsOfEvent } from '../columns/person.ts'
import { never, YearCounts } from './year-counts.ts'

/** `year` is a fiscal year, which begins on `start` (`07-01`); engagements after `today` do not count. */
export type StatisticsAsked = {
  year: number
  start: string
  today: string
  college: string | undefined
  activity: string | undefined
  affinity: string | undefined
}

/** Everything that the filters narrow on the page of statistics. Codes have no names: the vocabulary's tables have them. */
export type StatisticsFigures = ReturnType<Counting['figures']>

/** Counts in one pass over everyone on file. */
export async function countStatistics(people: People, asked: StatisticsAsked): Promise<StatisticsFigures> {
  const counting = new Counting(people, asked)
  await passOver(people, (slot) => counting.add(slot))
  return counting.figures()
}

/** The fiscal years in which anyone has an engagement, earliest first. */
export async function countYears(people: People, { start, today }: StatisticsAsked): Promise<number[]> {
  const last = dayNumber(today)
  const days = new FiscalDays(people.days.first, Math.max(people.days.last, last), start, today)
  const isInUse = new Uint8Array(days.lastDays.length)
  const { values, starts, ends, width } = people.engagements
  await passOver(people, (slot) => {
    for (let at = starts[slot]!; at < ends[slot]!; at += width) {
      const day = values[at + 1]!
      if (day <= last) isInUse[days.yearOf(day)] = 1
    }
  })
  return days.lastDays.flatMap((_, year) => (isInUse[year] ? [days.firstYear + year] : []))
}

/** In place of a code's number: any code fits, or none has it. */
const [any, unknown] = [-1, -2]

class Counting {
  readonly #people: People
  readonly #days: FiscalDays
  readonly #today: number
  /** The year asked for, as a position in `#days`, and its last day. */
  readonly #year: number
  readonly #lastDay: number
  readonly #asked: StatisticsAsked
  readonly #college: number
  readonly #activity: number
  readonly #affinity: number
  readonly #isCurrent: boolean
  readonly #byYear: YearCounts
  readonly #months = { thisYear: new EngagementCounts(12), lastYear: new EngagementCounts(12) }
  readonly #classes: ClassCounts
  readonly #activities: GroupCounts
  readonly #colleges: GroupCounts
  readonly #affinities: GroupCounts
  readonly #events: EngagementCounts
  /** The first and last day within the year on which someone counted came to each event. */
  readonly #firstDays: Int32Array
  readonly #lastDays: Int32Array

  constructor(people: People, asked: StatisticsAsked) {
    const { colleges, affinities, events } = people.dictionaries
    const { year, start, today } = asked
    this.#people = people
    this.#asked = asked
    this.#today = dayNumber(today)
    this.#days = new FiscalDays(people.days.first, Math.max(people.days.last, this.#today), start, today)
    this.#year = year - this.#days.firstYear
    this.#lastDay = dayNumber(fiscalYear(year, start).last)
    this.#isCurrent = year === fiscalYearOf(today, start)
    this.#college = asked.college === undefined ? any : (colleges.find(asked.college) ?? unknown)
    this.#activity = asked.activity === undefined ? any : (events.numberOfActivity(asked.activity) ?? unknown)
    this.#affinity = asked.affinity === undefined ? any : (affinities.find(asked.affinity) ?? unknown)
    this.#byYear = new YearCounts(this.#days)
    this.#classes = new ClassCounts(people, { today, lastClass: year })
    this.#activities = new GroupCounts(events.activities)
    this.#colleges = new GroupCounts(colleges.texts)
    this.#affinities = new GroupCounts(affinities.texts)
    this.#events = new EngagementCounts(events.texts.length)
    this.#firstDays = new Int32Array(events.texts.length).fill(never)
    this.#lastDays = new Int32Array(events.texts.length).fill(none)
  }

  /** Counts the person at `slot`. */
  add(slot: number): void {
    if (!this.#hasAffinity(slot)) return
    const firstDegree = this.#firstDegree(slot, this.#college)
    if (firstDegree === undefined) return
    const { thisYear, lastYear, engaged } = this.#addEngagements(slot)
    const isLiving = (this.#people.flags.values[slot]! & flag.deceased) === 0
    this.#byYear.addPerson(slot, firstDegree, isLiving)
    if (isLiving) this.#classes.add(slot, this.#college, engaged)
    const addTo = (groups: GroupCounts, code: number, alumnusFrom: number) => {
      if (thisYear > 0) groups.thisYear.add(slot, code, thisYear)
      if (lastYear > 0) groups.lastYear.add(slot, code, lastYear)
      if (isLiving) groups.addLiving(code, alumnusFrom <= this.#lastDay, thisYear > 0)
    }
    const { degrees, affinities } = this.#people
    for (let at = affinities.starts[slot]!; at < affinities.ends[slot]!; at++) {
      const code = affinities.values[at]!
      if (this.#affinity === any || code === this.#affinity) addTo(this.#affinities, code, firstDegree)
    }
    for (let at = degrees.starts[slot]!; at < degrees.ends[slot]!; at += degrees.width) {
      const code = degrees.values[at]!
      if (code === 0 || (this.#college !== any && code !== this.#college) || this.#isCollegeBefore(slot, at)) continue
      addTo(this.#colleges, code, this.#firstDegree(slot, code)!)
    }
  }

  /** The day of the first degree, of the college or of any; undefined where the person has none of the college. */
  #firstDegree(slot: number, college: number): number | undefined {
    const { values, starts, ends, width } = this.#people.degrees
    let first = college === any ? never : undefined
    for (let at = starts[slot]!; at < ends[slot]!; at += width) {
      if (college !== any && values[at] !== college) continue
      const day = values[at + 3]!
      first = Math.min(first ?? never, day === none ? never : day)
    }
    return first
  }

  /** Whether an earlier degree of the person is of the same college as the one at `at`. */
  #isCollegeBefore(slot: number, at: number): boolean {
    const { values, starts, width } = this.#people.degrees
    for (let earlier = starts[slot]!; earlier < at; earlier += width) if (values[earlier] === values[at]) return true
    return false
  }

  #hasAffinity(slot: number): boolean {
    if (this.#affinity === any) return true
    const { values, starts, ends } = this.#people.affinities
    for (let at = starts[slot]!; at < ends[slot]!; at++) if (values[at] === this.#affinity) return true
    return false
  }

  /**
   * Returns how many engagements there are in the year asked for, and in the one before up to the same day, and the bits
   * of `figureBits` for both.
   */
  #addEngagements(slot: number): { thisYear: number; lastYear: number; engaged: number } {
    const { values, starts, ends, width } = this.#people.engagements
    const { activityOf, isDescribed } = this.#people.dictionaries.events
    const { places, firstDay } = this.#days
    let [thisYear, lastYear, engaged, isFirstTime] = [0, 0, 0, true]
    for (let at = starts[slot]!; at < ends[slot]!; at += width) {
      const [event, day] = [values[at]!, values[at + 1]!]
      if (day > this.#today) continue
      const activity = activityOf[event]!
      if (this.#activity !== any && activity !== this.#activity) continue
      const place = places[day - firstDay]!
      const [year, month, isToDay] = [place >> 5, (place >> 1) & 15, (place & 1) === 1]
      this.#byYear.addEngagement(slot, year, isToDay)
      if (year < this.#year) isFirstTime = false
      if (year === this.#year) {
        thisYear++
        this.#months.thisYear.add(slot, month)
        this.#activities.thisYear.add(slot, activity)
        if (activity > 0 && isDescribed[event]) this.#addToEvent(slot, event, day)
      } else if (year === this.#year - 1) {
        engaged |= figureBits.engaged_last_year
        this.#months.lastYear.add(slot, month)
        if (this.#isCurrent && !isToDay) continue
        lastYear++
        this.#activities.lastYear.add(slot, activity)
      }
    }
    if (thisYear > 0) engaged |= figureBits.engaged | (isFirstTime ? figureBits.first_time : 0)
    if (lastYear > 0) engaged |= figureBits.engaged_last_year_to_day
    return { thisYear, lastYear, engaged }
  }

  #addToEvent(slot: number, event: number, day: number): void {
    this.#events.add(slot, event)
    if (day < this.#firstDays[event]!) this.#firstDays[event] = day
    if (day > this.#lastDays[event]!) this.#lastDays[event] = day
  }

  figures() {
    const years = this.#byYear.figures()
    const asked = [this.#asked.year - 1, this.#asked.year, ...years.map(({ year }) => year)]
    return {
      years,
      /** The number of the filters' alumni by the end of a year. */
      alumni: Object.fromEntries(asked.map((year) => [year, this.#byYear.alumniBy(year)])),
      months: Array.from({ length: 12 }, (_, month) => ({
        this_year: this.#months.thisYear.engagements[month]!,
        this_year_engaged: this.#months.thisYear.engaged[month]!,
        last_year: this.#months.lastYear.engagements[month]!,
        last_year_engaged: this.#months.lastYear.engaged[month]!,
      })),
      activities: this.#activities.figures(),
      colleges: this.#colleges.figures(),
      affinities: this.#affinities.figures(),
      ...this.#classes.figures(),
      events: this.#topEvents(),
    }
  }

  /** The events of the year with the most people. */
  #topEvents() {
    const { texts } = this.#people.dictionaries.events
    const { engagements, engaged } = this.#events
    return Array.from(engaged.keys().filter((event) => engaged[event]! > 0))
      .map((event) => ({
        ...partsOfEvent(texts[event]!),
        engagements: engagements[event]!,
        engaged: engaged[event]!,
        first_date: dateOf(this.#firstDays[event]!),
        last_date: dateOf(this.#lastDays[event]!),
      }))
      .sort(
        (a, b) =>
          b.engaged - a.engaged ||
          b.engagements - a.engagements ||
          compareCharacters(a.description, b.description) ||
          compareCharacters(a.activity, b.activity),
      )
      .slice(0, statsTopEvents)
  }
}
