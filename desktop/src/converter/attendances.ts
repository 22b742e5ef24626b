import { mayBeSamePerson, cloneText } from './clean-cells.ts'

export type Fault =
  | 'no-address'
  | 'bad-address'
  | 'two-addresses'
  | 'broken-nul'
  | 'broken-quote'
  | 'broken-width'
  | 'broken-short'
  | 'broken-table'
export type Reason = Fault | 'no-match' | 'several' | 'none-of-several' | 'shared-address'

/** An attendee on one day, merged from all rows that list the person on that day. */
export type Attendance = {
  line: number
  address: string
  name: string
  /** `day * 1440 + minute`, where `day` is an index into `Attendees.days`. */
  moment: number
  event: number
  /** The BUID as a number, or the reason why no person was found. */
  found: number | Reason
  /** The next attendance with the same address. */
  next: Attendance | undefined
}
export type Presence = { line: number; moment: number; event: number }

export const minutesOfDay = 1440

const maxAddressLength = 320
const maxNameLength = 200
const maxChainLength = 64

export class Attendances {
  readonly all: Attendance[] = []
  repeatedRows = 0
  readonly #firsts = new Map<string, Attendance>()

  /** Returns the first attendance of each address; `next` links to the others. */
  firsts(): Iterable<Attendance> {
    return this.#firsts.values()
  }

  /** Adds an attendance. If the person already attends on that day, only counts the row. */
  add(address: string, name: string, row: Presence): void {
    const first = this.#firsts.get(address)
    if (!first) {
      const copy = cloneText(address)
      this.#firsts.set(copy, this.#append(copy, name, row, 'no-match'))
      return
    }
    let last = first
    let length = 0
    for (let each: Attendance | undefined = first; each && length < maxChainLength; each = each.next, length++) {
      const isSame = mayBeSamePerson(each.name, name)
      if (!isSame && first.found !== 'shared-address') setFound(first, 'shared-address')
      if (isSame && dayOf(each) === dayOf(row)) {
        this.repeatedRows++
        return
      }
      last = each
    }
    const added = this.#append(first.address, name, row, first.found)
    added.next = last.next
    last.next = added
  }

  addFaulty(fault: Fault, address: string, name: string, line: number, event = 0): void {
    this.#append(cloneText(address.slice(0, maxAddressLength)), name, { line, moment: 0, event }, fault)
  }

  #append(address: string, name: string, { line, moment, event }: Presence, found: Attendance['found']): Attendance {
    const copy = cloneText(name.slice(0, maxNameLength))
    const attendance = { line, address, name: copy, moment, event, found, next: undefined }
    this.all.push(attendance)
    return attendance
  }
}

/** Returns the index into `Attendees.days` of the day of an attendance. */
export function dayOf({ moment }: { moment: number }): number {
  return Math.floor(moment / minutesOfDay)
}

/** Sets the result for `first` and for all later attendances with the same address. */
export function setFound(first: Attendance, found: Attendance['found']): void {
  for (let each: Attendance | undefined = first; each; each = each.next) each.found = found
}
