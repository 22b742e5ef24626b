import { Dictionary } from './dictionary.ts'
import { parseEvent } from './person.ts'

export class Events extends Dictionary {
  readonly activities: string[] = ['']
  readonly activityOf: number[] = [0]
  readonly isDescribed: boolean[] = [false]
  readonly #numbers = new Map([['', 0]])
  readonly #firstDays: number[] = [Infinity]
  readonly #lastDays: number[] = [-Infinity]

  protected override onAdded(text: string, number: number): void {
    const { activity, description } = parseEvent(text)
    this.activityOf[number] = this.#numbers.get(activity) ?? this.#addActivity(activity)
    this.isDescribed[number] = description !== ''
    this.#firstDays[number] = Infinity
    this.#lastDays[number] = -Infinity
  }

  #addActivity(code: string): number {
    const number = this.activities.push(code) - 1
    this.#numbers.set(code, number)
    return number
  }

  numberOfActivity(code: string): number | undefined {
    return this.#numbers.get(code)
  }

  listUsedActivities(): string[] {
    const used = new Set(this.activityOf.filter((activity, event) => activity > 0 && this.isUsed(event)))
    return Array.from(used, (activity) => this.activities[activity]!)
  }

  recordDay(event: number, day: number): void {
    if (day < this.#firstDays[event]!) this.#firstDays[event] = day
    if (day > this.#lastDays[event]!) this.#lastDays[event] = day
  }

  isWithin(event: number, from: number, to: number): boolean {
    return this.#firstDays[event]! <= to && this.#lastDays[event]! >= from
  }
}
