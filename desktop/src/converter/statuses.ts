import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import { cloneText } from './clean-cells.ts'
import { isTime } from './days.ts'

export type Status = { text: string; rows: number; isAttended: boolean; isKnown: boolean }

const attended = new Set(
  [
    'yes y true 1 x attended attendee present participated participant joined attending-in-person here was-there went came',
    'checked-in checkedin check-in arrived scanned completed in-person live oui sí si ja presente asistió asistio ✓ ✔',
    'a-participé présent présente présent(e) enregistré enregistrée venu venue anwesend teilgenommen erschienen eingecheckt',
    'acreditado acreditada participó checkedout',
    // "True" in the languages that Excel supports.
    'wahr vrai verdadero verdadeiro vero sim waar prawda tak sant sand sann tosi pravda doğru',
  ]
    .join(' ')
    .split(' ')
    .map((text) => text.replaceAll('-', '')),
)
const absent = new Set(
  [
    'no n false 0 noshow absent notattended notattending didnotattend cancelled canceled declined refunded deleted registered attending',
    'going maybe invited waitlisted waitlist waiting pending approved accepted confirmed rejected removed unconfirmed notcheckedin excused',
    'nocheckinrecord interested rsvp rsvped notpresent unknown non nein active void voided',
    'participe neparticipepas inscrit inscrite annulé annulée absente remboursé angemeldet abgemeldet abwesend nichtanwesend',
    'nichterschienen storniert abgesagt inscrito inscrita registrado cancelado ausente noasistió noasistio',
    'falsch faux falso não nee onwaar fałsz nie falskt falsk usann epätosi nepravda yanlış yanliş',
  ]
    .join(' ')
    .split(' '),
)

const staff = new Set('host cohost organizer organiser coorganizer coorganiser moderator panelist staff'.split(' '))

const maxStatuses = 200
const otherStatuses = 'Any other word'
/** Shown instead of check-in times, which all count as attended. */
const times = 'A date or time'

export class Statuses {
  readonly #byCell = new Map<string, Status>()
  readonly #byText = new Map<string, Status>()
  readonly #choices: Readonly<Record<string, boolean>>

  constructor(choices: Readonly<Record<string, boolean>>) {
    this.#choices = choices
  }

  count(cell: string): Status {
    let status = this.#byCell.get(cell)
    if (!status) {
      status = this.#statusOf(cell)
      if (this.#byCell.size < maxStatuses) this.#byCell.set(cloneText(cell), status)
    }
    status.rows++
    return status
  }

  all(): Status[] {
    return [...this.#byText.values()].filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows)
  }

  #statusOf(cell: string): Status {
    const text = readStatus(cell)
    const isShown = this.#byText.size < maxStatuses || this.#byText.has(foldStatus(text))
    return this.#findOrAdd(isShown || isCommon(text) ? text : otherStatuses)
  }

  #findOrAdd(text: string): Status {
    const folded = foldStatus(text)
    const known = this.#byText.get(folded)
    if (known) return known
    const choice = Object.hasOwn(this.#choices, folded) ? this.#choices[folded] : undefined
    const status = {
      text: cloneText(text),
      rows: 0,
      isAttended: choice ?? (text === times || attended.has(folded)),
      isKnown: isCommon(text) || choice !== undefined,
    }
    this.#byText.set(cloneText(folded), status)
    return status
  }
}

function isCommon(text: string): boolean {
  const folded = foldStatus(text)
  return text === times || text === '' || [attended, absent, staff].some((words) => words.has(folded))
}

/** Returns whether the cell has a common attendance status, is a time, or is empty. */
export function isStatus(cell: string): boolean {
  return isCommon(readStatus(cell))
}

export function isStaff(role: string): boolean {
  return staff.has(foldStatus(role))
}

function readStatus(cell: string): string {
  const text = withoutFormatCharacters(cell)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (/^-*$/.test(text)) return ''
  return isTime(text) ? times : text.slice(0, 60)
}

export function foldStatus(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Pd}_.'’]+/gu, '')
    .slice(0, 60)
}
