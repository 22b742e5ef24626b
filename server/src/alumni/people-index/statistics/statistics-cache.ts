import type { People } from '../columns/people.ts'
import { countStatistics, countYears, type StatisticsRequest, type StatisticsFigures } from './count-statistics.ts'

/** `yearsInUse` are the fiscal years with any engagements, regardless of the filters. */
export type Statistics = StatisticsFigures & { yearsInUse: number[] }

export class StatisticsCache {
  readonly #people: People
  readonly #figures = new Map<string, Promise<StatisticsFigures>>()
  readonly #years = new Map<string, Promise<number[]>>()
  #changeCount = 0

  constructor(people: People) {
    this.#people = people
  }

  async get(request: StatisticsRequest): Promise<Statistics> {
    const people = this.#people
    if (people.changeCount !== this.#changeCount) {
      this.#figures.clear()
      this.#years.clear()
      this.#changeCount = people.changeCount
    }
    const figures = await getOrCount(this.#figures, JSON.stringify(request), () => countStatistics(people, request))
    const yearsInUse =
      request.college !== undefined || request.activity !== undefined || request.affinity !== undefined
        ? await getOrCount(this.#years, request.start + request.today, () => countYears(people, request))
        : figures.years.map(({ year }) => year)
    return { ...figures, yearsInUse }
  }
}

function getOrCount<T>(cache: Map<string, T>, question: string, count: () => T): T {
  const cached = cache.get(question) ?? count()
  cache.set(question, cached)
  return cached
}
