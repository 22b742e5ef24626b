import { compareCharacters } from '@alumni/shared/compare-text'
import { statsTopEvents } from '@alumni/shared/alumni/statistics'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { ClassCounts, figureBits } from './class-counts.ts'
import { EngagementCounts } from './engagement-counts.ts'
import { FiscalDays } from './fiscal-days.ts'
import { GroupCounts, type PersonEngagements } from './group-counts.ts'
import { flag, type People } from '../columns/people.ts'
import { formatDayNumber, dayNumber, none, parseEvent } from '../columns/person.ts'
import { noDay, noEngagement, YearCounts } from './year-counts.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Fiscal years start on `start`, such as `07-01`. Engagements after `today` do not count. */
export type StatisticsRequest = {
  year: number
  start: string
  today: string
  college: string | undefined
  activity: string | undefined
  affinity: string | undefined
}

export type StatisticsFigures = ReturnType<StatisticsCounter['figures']>

export async function countStatistics(people: People, request: StatisticsRequest): Promise<StatisticsFigures> {
  const counter = new StatisticsCounter(people, request)
  await visitEveryone(people, (slot) => counter.add(slot))
  return counter.figures()
}

/** Returns the fiscal years with engagements up to `today`, in ascending order. */
export async function countYears(people: People, { start, today }: StatisticsRequest): Promise<number[]> {
  const last = dayNumber(today)
  const days = new FiscalDays(people.days.first, Math.max(people.days.last, last), start, today)
  const isInUse = new Uint8Array(days.lastDays.length)
  const { values, starts, ends, width } = people.engagements
  await visitEveryone(people, (slot) => {
    for (let position = starts[slot]!; position < ends[slot]!; position += width) {
      const day = values[position + 1]!
      if (day <= last) isInUse[days.yearOf(day)] = 1
    }
  })
  return days.lastDays.flatMap((_, year) => (isInUse[year] ? [days.firstYear + year] : []))
}

const [anyCode, unknownCode] = [-1, -2]

class StatisticsCounter {
  readonly #people: People
  readonly #days: FiscalDays
  readonly #today: number
  readonly #year: number
  readonly #lastDay: number
  readonly #request: StatisticsRequest
  readonly #college: number
  readonly #activity: number
  readonly #affinity: number
  readonly #isCurrent: boolean
  readonly #byYear: YearCounts
  readonly #classes: ClassCounts
  readonly #activities: GroupCounts
  readonly #colleges: GroupCounts
  readonly #affinities: GroupCounts
  readonly #events: EngagementCounts
  /** The first and last day with engagements in the requested year, by event number. */
  readonly #firstDays: Int32Array
  readonly #lastDays: Int32Array

  constructor(people: People, request: StatisticsRequest) {
    const { colleges, affinities, events } = people.dictionaries
    const { year, start, today } = request
    this.#people = people
    this.#request = request
    this.#today = dayNumber(today)
    this.#days = new FiscalDays(people.days.first, Math.max(people.days.last, this.#today), start, today)
    this.#year = year - this.#days.firstYear
    this.#lastDay = dayNumber(fiscalYear(year, start).last)
    this.#isCurrent = year === fiscalYearOf(today, start)
    this.#college = request.college === undefined ? anyCode : (colleges.find(request.college) ?? unknownCode)
    this.#activity =
      request.activity === undefined ? anyCode : (events.numberOfActivity(request.activity) ?? unknownCode)
    this.#affinity = request.affinity === undefined ? anyCode : (affinities.find(request.affinity) ?? unknownCode)
    this.#byYear = new YearCounts(this.#days)
    this.#classes = new ClassCounts(people, { today, lastClass: year })
    this.#activities = new GroupCounts(events.activities)
    this.#colleges = new GroupCounts(colleges.texts)
    this.#affinities = new GroupCounts(affinities.texts)
    this.#events = new EngagementCounts(events.texts.length)
    this.#firstDays = new Int32Array(events.texts.length).fill(noDay)
    this.#lastDays = new Int32Array(events.texts.length).fill(none)
  }

  add(slot: number): void {
    if (!this.#hasAffinity(slot)) return
    const firstDegree = this.#firstDegree(slot, this.#college)
    if (firstDegree === undefined) return
    const isLiving = (this.#people.flags.values[slot]! & flag.deceased) === 0
    const engagements = this.#addEngagements(slot, isLiving ? firstDegree : noDay)
    if (isLiving && firstDegree !== noDay) this.#byYear.addGraduate(firstDegree)
    if (isLiving) this.#classes.add(slot, this.#college, engagements.engaged)
    this.#addToAffinities(slot, engagements, isLiving, firstDegree <= this.#lastDay)
    this.#addToColleges(slot, engagements, isLiving)
  }

  #addToAffinities(slot: number, engagements: PersonEngagements, isLiving: boolean, isAlumnus: boolean): void {
    const { values, starts, ends } = this.#people.affinities
    for (let position = starts[slot]!; position < ends[slot]!; position++) {
      const code = values[position]!
      if (this.#affinity === anyCode || code === this.#affinity)
        this.#affinities.addPerson(slot, code, engagements, isLiving, isAlumnus)
    }
  }

  #addToColleges(slot: number, engagements: PersonEngagements, isLiving: boolean): void {
    const { values, starts, ends, width } = this.#people.degrees
    for (let position = starts[slot]!; position < ends[slot]!; position += width) {
      const code = values[position]!
      if (code === 0 || (this.#college !== anyCode && code !== this.#college) || this.#isCollegeBefore(slot, position))
        continue
      const isAlumnus = this.#firstDegree(slot, code)! <= this.#lastDay
      this.#colleges.addPerson(slot, code, engagements, isLiving, isAlumnus)
    }
  }

  /** Returns `noDay` for an undated degree, and without a degree if `college` is `anyCode`, else undefined. */
  #firstDegree(slot: number, college: number): number | undefined {
    const { values, starts, ends, width } = this.#people.degrees
    let first = college === anyCode ? noDay : undefined
    for (let position = starts[slot]!; position < ends[slot]!; position += width) {
      if (college !== anyCode && values[position] !== college) continue
      const day = values[position + 3]!
      first = Math.min(first ?? noDay, day === none ? noDay : day)
    }
    return first
  }

  #isCollegeBefore(slot: number, position: number): boolean {
    const { values, starts, width } = this.#people.degrees
    for (let earlier = starts[slot]!; earlier < position; earlier += width)
      if (values[earlier] === values[position]) return true
    return false
  }

  #hasAffinity(slot: number): boolean {
    if (this.#affinity === anyCode) return true
    const { values, starts, ends } = this.#people.affinities
    for (let position = starts[slot]!; position < ends[slot]!; position++)
      if (values[position] === this.#affinity) return true
    return false
  }

  /** If `year` is current, `lastYear` counts up to today's date last year. `engaged` is a mask of `figureBits`. */
  #addEngagements(slot: number, alumnusFrom: number): PersonEngagements {
    const { values, starts, ends, width } = this.#people.engagements
    const { activityOf, isDescribed } = this.#people.dictionaries.events
    const { packedDays, firstDay } = this.#days
    let thisYear = 0
    let lastYear = 0
    let engaged = 0
    let previous = noEngagement
    for (let position = starts[slot]!; position < ends[slot]!; position += width) {
      const event = values[position]!
      const day = values[position + 1]!
      if (day > this.#today) break
      if (this.#activity !== anyCode && activityOf[event] !== this.#activity) continue
      const isFirst = previous === noEngagement
      const packed = packedDays[day - firstDay]!
      this.#byYear.addEngagement(day - firstDay, previous, alumnusFrom)
      previous = packed
      if (packed >> 5 === this.#year) {
        engaged |= isFirst ? figureBits.engaged | figureBits.first_time : figureBits.engaged
        thisYear++
        const activity = activityOf[event]!
        this.#activities.thisYear.add(slot, activity)
        if (activity > 0 && isDescribed[event]) this.#addToEvent(slot, event, day)
      } else if (packed >> 5 === this.#year - 1) {
        engaged |= figureBits.engaged_last_year
        if (this.#isCurrent && (packed & 1) === 0) continue
        engaged |= figureBits.engaged_last_year_to_day
        lastYear++
        this.#activities.lastYear.add(slot, activityOf[event]!)
      }
    }
    return { thisYear, lastYear, engaged }
  }

  #addToEvent(slot: number, event: number, day: number): void {
    this.#events.add(slot, event)
    if (day < this.#firstDays[event]!) this.#firstDays[event] = day
    if (day > this.#lastDays[event]!) this.#lastDays[event] = day
  }

  figures() {
    const years = this.#byYear.figures()
    const [thisYear, lastYear] = [this.#byYear.monthFigures(this.#year), this.#byYear.monthFigures(this.#year - 1)]
    const shownYears = [this.#request.year - 1, this.#request.year, ...years.map(({ year }) => year)]
    return {
      years,
      /** How many living people had earned a degree by the end of each year. */
      alumni: Object.fromEntries(shownYears.map((year) => [year, this.#byYear.alumniBy(year)])),
      months: thisYear.map((month, index) => ({
        this_year: month.engagements,
        this_year_engaged: month.engaged,
        last_year: lastYear[index]!.engagements,
        last_year_engaged: lastYear[index]!.engaged,
      })),
      activities: this.#activities.figures(),
      colleges: this.#colleges.figures(),
      affinities: this.#affinities.figures(),
      ...this.#classes.figures(),
      events: this.#topEvents(),
    }
  }

  #topEvents() {
    const { texts } = this.#people.dictionaries.events
    const { engagements, engaged } = this.#events
    return Array.from(engaged.keys().filter((event) => engaged[event]! > 0))
      .map((event) => ({
        ...parseEvent(texts[event]!),
        engagements: engagements[event]!,
        engaged: engaged[event]!,
        first_date: formatDayNumber(this.#firstDays[event]!),
        last_date: formatDayNumber(this.#lastDays[event]!),
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

const sliceMs = 4
const peoplePerSlice = 256

/** Visits everyone in their current state: people about to change come first. Yields to the event loop regularly. */
async function visitEveryone(people: People, visit: (slot: number) => void): Promise<void> {
  const slotCount = people.length
  const visited = new Set<number>()
  let next = 1
  const visitEarly = (slot: number) => {
    if (slot < next || slot >= slotCount || visited.has(slot)) return
    visited.add(slot)
    if (people.isUsed(slot)) visit(slot)
  }
  people.changeListeners.add(visitEarly)
  try {
    let pauseAt = performance.now() + sliceMs
    while (next < slotCount) {
      const { values } = people.flags
      const end = Math.min(next + peoplePerSlice, slotCount)
      for (; next < end; next++)
        if ((values[next]! & flag.used) !== 0 && (visited.size === 0 || !visited.has(next))) visit(next)
      if (performance.now() < pauseAt) continue
      await yieldToEventLoop()
      pauseAt = performance.now() + sliceMs
    }
  } finally {
    people.changeListeners.delete(visitEarly)
  }
}
