import { Dictionary } from './dictionary.ts'
import { parseEvent } from './person.ts'

/** The dictionary of events, an event being an activity with a description: it knows the parts of each. */
export class Events extends Dictionary {
  /** Codes of activities by their numbers; 0 is the blank code. */
  readonly activities: string[] = ['']
  /** The number of the activity of each event. */
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

  /** Undefined: no event has ever had that activity. */
  numberOfActivity(code: string): number | undefined {
    return this.#numbers.get(code)
  }

  /** Codes of the activities of events in use. */
  listUsedActivities(): string[] {
    const used = new Set(this.activityOf.filter((activity, event) => activity > 0 && this.isUsed(event)))
    return Array.from(used, (activity) => this.activities[activity]!)
  }

  recordDay(event: number, day: number): void {
    if (day < this.#firstDays[event]!) this.#firstDays[event] = day
    if (day > this.#lastDays[event]!) this.#lastDays[event] = day
  }

  /** Whether the event may have been between two days, both included. */
  isWithin(event: number, from: number, to: number): boolean {
    return this.#firstDays[event]! <= to && this.#lastDays[event]! >= from
  }
}
