import { ownCopy } from './clean-cells.ts'

/** What a file calls its people, how many rows have it, and whether those were there. */
export type Status = { word: string; rows: number; isAttended: boolean; isKnown: boolean }

const attended = new Set(
  [
    'yes y true 1 x attended attendee present participated participant joined attending-in-person here was-there went came',
    'checked-in checkedin check-in arrived scanned completed in-person live oui sí si ja presente asistió ✓ ✔',
  ]
    .join(' ')
    .split(' ')
    .map((word) => word.replaceAll('-', '')),
)
const absent = new Set(
  [
    'no n false 0 noshow absent notattended notattending didnotattend cancelled canceled declined refunded deleted registered attending',
    'going maybe invited waitlisted waitlist waiting pending approved accepted confirmed rejected removed unconfirmed notcheckedin excused',
    'host panelist interested rsvp rsvped notpresent unknown non nein',
  ]
    .join(' ')
    .split(' '),
)

const maxWords = 200
const otherWords = 'any other word'

/** Counts the words of a file. `choices` say what a person decided, by the folded word. */
export class Statuses {
  readonly #byCell = new Map<string, Status>()
  readonly #byWord = new Map<string, Status>()
  readonly #choices: Readonly<Record<string, boolean>>

  constructor(choices: Readonly<Record<string, boolean>>) {
    this.#choices = choices
  }

  /** Counts a row; answers its status. */
  count(cell: string): Status {
    let status = this.#byCell.get(cell)
    if (!status) {
      status = this.#statusOf(cell)
      if (this.#byCell.size < maxWords) this.#byCell.set(ownCopy(cell), status)
    }
    status.rows++
    return status
  }

  all(): Status[] {
    return [...this.#byWord.values()].filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows)
  }

  #statusOf(cell: string): Status {
    const shown = cell.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
    const isBlank = /^-*$/.test(shown)
    const folded = foldStatus(shown)
    const known = this.#byWord.get(folded)
    if (known) return known
    if (this.#byWord.size >= maxWords) return this.#statusOf(otherWords)
    const status = {
      word: isBlank ? '' : ownCopy(shown.slice(0, 60)),
      rows: 0,
      isAttended: Object.hasOwn(this.#choices, folded) ? this.#choices[folded]! : attended.has(folded),
      isKnown: isBlank || attended.has(folded) || absent.has(folded) || Object.hasOwn(this.#choices, folded),
    }
    this.#byWord.set(ownCopy(folded), status)
    return status
  }
}

export function foldStatus(word: string): string {
  return word
    .toLowerCase()
    .replace(/[\s\p{Pd}_.'’]+/gu, '')
    .slice(0, 60)
}
