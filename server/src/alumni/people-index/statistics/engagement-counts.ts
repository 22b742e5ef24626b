/**
 * Counts engagements and people by a number, such as that of a year, a college or an event. All engagements of a person
 * are added before those of the next, so that remembering the last person shows whether one is new.
 */
export class EngagementCounts {
  readonly engagements: Int32Array
  readonly engaged: Int32Array
  readonly #lastPerson: Int32Array

  constructor(length: number) {
    this.engagements = new Int32Array(length)
    this.engaged = new Int32Array(length)
    this.#lastPerson = new Int32Array(length)
  }

  /** Adds engagements of the person at `slot`; returns whether they are the first of theirs here. */
  add(slot: number, number: number, engagements = 1): boolean {
    this.engagements[number]! += engagements
    if (this.#lastPerson[number] === slot) return false
    this.#lastPerson[number] = slot
    this.engaged[number]! += 1
    return true
  }

  /** Whether engagements of the person at `slot`, who was added last, are here. */
  has(slot: number, number: number): boolean {
    return this.#lastPerson[number] === slot
  }
}
