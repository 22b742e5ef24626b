/** Counts engagements and distinct people by a number, such as the activity. Add a person's engagements consecutively. */
export class EngagementCounts {
  readonly engagements: Int32Array
  readonly engaged: Int32Array
  readonly #lastPerson: Int32Array

  constructor(length: number) {
    this.engagements = new Int32Array(length)
    this.engaged = new Int32Array(length)
    this.#lastPerson = new Int32Array(length)
  }

  add(slot: number, number: number, engagements = 1): void {
    this.engagements[number]! += engagements
    if (this.#lastPerson[number] === slot) return
    this.#lastPerson[number] = slot
    this.engaged[number]! += 1
  }
}
