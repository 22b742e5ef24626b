import type { People } from '../columns/people.ts'
import { countStatistics, countYears, type StatisticsAsked, type StatisticsFigures } from './count-statistics.ts'

/** `yearsInUse` are the fiscal years in which anyone has an engagement, whatever the filters. */
export type Statistics = StatisticsFigures & { yearsInUse: number[] }

/** The figures of questions that were asked since anyone changed last. */
export class RememberedStatistics {
  readonly #figures = new Map<string, Promise<StatisticsFigures>>()
  readonly #years = new Map<string, Promise<number[]>>()
  #people: People | undefined
  #changes = 0

  async answer(people: People, asked: StatisticsAsked): Promise<Statistics> {
    if (people !== this.#people || people.changes !== this.#changes) {
      this.#figures.clear()
      this.#years.clear()
      this.#people = people
      this.#changes = people.changes
    }
    const yearsInUse = await remembered(this.#years, asked.start + asked.today, () => countYears(people, asked))
    const figures = await remembered(this.#figures, JSON.stringify(asked), () => countStatistics(people, asked))
    return { ...figures, yearsInUse }
  }
}

function remembered<T>(answers: Map<string, T>, question: string, count: () => T): T {
  const answer = answers.get(question) ?? count()
  answers.set(question, answer)
  return answer
}
