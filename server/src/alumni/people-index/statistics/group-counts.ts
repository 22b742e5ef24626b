import { EngagementCounts } from './engagement-counts.ts'

export type GroupFigures = {
  code: string
  engagements: number
  engaged: number
  last_year: number
  last_year_engaged: number
  engaged_alumni: number
  alumni: number
}

export type PersonEngagements = { thisYear: number; lastYear: number; engaged: number }

export class GroupCounts {
  readonly #codes: readonly string[]
  readonly thisYear: EngagementCounts
  readonly lastYear: EngagementCounts
  readonly #alumni: Int32Array
  readonly #engagedAlumni: Int32Array
  readonly #hasLiving: Uint8Array

  constructor(codes: readonly string[]) {
    this.#codes = codes
    this.thisYear = new EngagementCounts(codes.length)
    this.lastYear = new EngagementCounts(codes.length)
    this.#alumni = new Int32Array(codes.length)
    this.#engagedAlumni = new Int32Array(codes.length)
    this.#hasLiving = new Uint8Array(codes.length)
  }

  addPerson(slot: number, code: number, engagements: PersonEngagements, isLiving: boolean, isAlumnus: boolean): void {
    const { thisYear, lastYear } = engagements
    if (thisYear > 0) this.thisYear.add(slot, code, thisYear)
    if (lastYear > 0) this.lastYear.add(slot, code, lastYear)
    if (!isLiving) return
    this.#hasLiving[code] = 1
    if (!isAlumnus) return
    this.#alumni[code]! += 1
    if (thisYear > 0) this.#engagedAlumni[code]! += 1
  }

  /** Omits code 0, and codes that have neither living people nor engagements in either year. */
  figures(): GroupFigures[] {
    const shownCodes = this.#codes
      .keys()
      .filter((code) => code > 0 && (this.#hasLiving[code] === 1 || this.#isEngaged(code)))
    return shownCodes
      .map((code) => ({
        code: this.#codes[code]!,
        engagements: this.thisYear.engagements[code]!,
        engaged: this.thisYear.engaged[code]!,
        last_year: this.lastYear.engagements[code]!,
        last_year_engaged: this.lastYear.engaged[code]!,
        engaged_alumni: this.#engagedAlumni[code]!,
        alumni: this.#alumni[code]!,
      }))
      .toArray()
  }

  #isEngaged(code: number): boolean {
    return this.thisYear.engagements[code]! + this.lastYear.engagements[code]! > 0
  }
}
