import type { People } from '../columns/people.ts'
import { countStatistics, countYears, type StatisticsAsked, type StatisticsFigures } from './count-statistics.ts'

/** `yearsInUse` are the fiscal years in which anyone has an engagement, whatever the filters. */
export type Statistics = StatisticsFigures & { yearsInUse: number[] }

/** The figures of questions that were asked since anyone changed last. */
export class RememberedStatistics {
  readonly #people: People
  readonly #figures = new Map<string, Promise<StatisticsFigures>>()
  readonly #years = new Map<string, Promise<number[]>>()
  #changes = 0

  constructor(people: People) {
    this.#people = people
  }

  async answer(asked: StatisticsAsked): Promise<Statistics> {
    const people = this.#people
    if (people.changes !== this.#changes) {
      this.#figures.clear()
      this.#years.clear()
      this.#changes = people.changes
    }
    const figures = await remembered(this.#figures, JSON.stringify(asked), () => countStatistics(people, asked))
    const yearsInUse = hasFilter(asked)
      ? await remembered(this.#years, asked.start + asked.today, () => countYears(people, asked))
      : figures.years.map(({ year }) => year)
    return { ...figures, yearsInUse }
  }
}

function hasFilter({ college, activity, affinity }: StatisticsAsked): boolean {
  return college !== undefined || activity !== undefined || affinity !== undefined
}

function remembered<T>(answers: Map<string, T>, question: string, count: () => T): T {
  const answer = answers.get(question) ?? count()
  answers.set(question, answer)
  return answer
}
