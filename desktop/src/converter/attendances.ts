import { mayBeOne, ownCopy } from './clean-cells.ts'

/** A fault of the row itself. */
export type Fault =
  | 'no-address'
  | 'bad-address'
  | 'two-addresses'
  | 'broken-nul'
  | 'broken-quote'
  | 'broken-width'
  | 'broken-short'
  | 'broken-table'
/** Why someone who attended is not converted. */
export type Reason = Fault | 'no-match' | 'several' | 'none-of-several' | 'shared-address'

/** Someone at an event, however often they are listed. */
export type Attendance = {
  line: number
  address: string
  name: string
  /** The number of its day, and the minute of that: `day * 1440 + minute`. */
  moment: number
  event: number
  /** The number of the person's BUID, or why no person is found. */
  found: number | Reason
  /** An attendance of this address with another name or day. */
  next: Attendance | undefined
}
export type Presence = { line: number; moment: number; event: number }

export const minutesOfDay = 1440

/** Longer faulty addresses are cut. */
const longestAddress = 320
const longestName = 200
/** Only so many names and days of an address are compared; one with more is no person's. */
const longestChain = 64

/** Attendances by address, name and day. */
export class Attendances {
  /** In the order of the file. */
  readonly all: Attendance[] = []
  /** Rows of a person who is listed already. */
  repeated = 0
  readonly #firsts = new Map<string, Attendance>()

  /** The first attendance of each address, which leads to the others. */
  firsts(): Iterable<Attendance> {
    return this.#firsts.values()
  }

  /** Adds a row that has an address. The same person on the same day again is a row of the same attendance. */
  add(address: string, name: string, row: Presence): void {
    const first = this.#firsts.get(address)
    if (!first) {
      const own = ownCopy(address)
      this.#firsts.set(own, this.#append(own, name, row, 'no-match'))
      return
    }
    let last = first
    let length = 0
    for (let each: Attendance | undefined = first; each && length < longestChain; each = each.next, length++) {
      const isSame = mayBeOne(each.name, name)
      if (!isSame && first.found !== 'shared-address') findAll(first, 'shared-address')
      if (isSame && dayOf(each) === dayOf(row)) {
        this.repeated++
        return
      }
      last = each
    }
    const added = this.#append(first.address, name, row, first.found)
    added.next = last.next
    last.next = added
  }

  /** Adds a row by which no person can be found. */
  addFaulty(fault: Fault, address: string, name: string, line: number, event = 0): void {
    this.#append(ownCopy(address.slice(0, longestAddress)), name, { line, moment: 0, event }, fault)
  }

  #append(address: string, name: string, { line, moment, event }: Presence, found: Attendance['found']): Attendance {
    const own = ownCopy(name.slice(0, longestName))
    const attendance = { line, address, name: own, moment, event, found, next: undefined }
    this.all.push(attendance)
    return attendance
  }
}

/** The number of the day among those of the file. */
export function dayOf({ moment }: { moment: number }): number {
  return Math.floor(moment / minutesOfDay)
}

/** Applies what is found of an address to all its attendances. */
export function findAll(first: Attendance, found: Attendance['found']): void {
  for (let each: Attendance | undefined = first; each; each = each.next) each.found = found
}
