import type { People } from '../columns/people.ts'
import { countStatistics, type StatisticsAsked, type StatisticsFigures } from './count-statistics.ts'

/** The figures of questions that were asked since anyone changed last. */
export class RememberedStatistics {
  readonly #answers = new Map<string, Promise<StatisticsFigures>>()
  #people: People | undefined
  #changes = 0

  answer(people: People, asked: StatisticsAsked): Promise<StatisticsFigures> {
    if (people !== this.#people || people.changes !== this.#changes) {
      this.#answers.clear()
      this.#people = people
      this.#changes = people.changes
    }
    const question = JSON.stringify(asked)
    const answer = this.#answers.get(question) ?? countStatistics(people, asked)
    this.#answers.set(question, answer)
    return answer
  }
}
