import type { askFilterNames } from '@alumni/shared/alumni/ask-filters'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { empty, isBetween, narrowToMarkedSlots } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { askAnswers, dayNumber, none } from '../columns/person.ts'

type Filters = Pick<SearchFilters, (typeof askFilterNames)[number]>

export function narrowByAsks(people: People, slots: Int32Array, filters: Filters): Int32Array {
  const { asked, was_asked, asked_from, not_asked_from, ask_answer } = filters
  const isAbsence = was_asked === 'no' || not_asked_from !== undefined
  const isPresence = Boolean(was_asked === 'yes' || asked_from || ask_answer || (asked && !isAbsence))
  if (!isPresence && !isAbsence) return slots
  const marks = markAsks(people, asked)
  if (!marks) return isPresence ? empty : slots
  const found = isPresence
    ? narrowToMarkedSlots(slots, markAskedSlots(people, slots, marks, asked_from, ask_answer))
    : slots
  if (!isAbsence) return found
  const others = markAskedSlots(people, found, marks, was_asked === 'no' ? undefined : not_asked_from, undefined)
  return narrowToMarkedSlots(
    found,
    others.map((each) => 1 - each),
  )
}

function markAsks({ dictionaries: { asks } }: People, codes: Filters['asked']): Uint8Array | undefined {
  if (!codes) return new Uint8Array(asks.texts.length).fill(1)
  return asks.markTexts((code) => codes.some((each) => matchesAsk(code, each)))
}

/** `events` and `volunteering` also match asks about a single event or opportunity. */
function matchesAsk(code: string, filterCode: string): boolean {
  if (filterCode === 'events') return code === filterCode || code.startsWith('event-')
  if (filterCode === 'volunteering') return code === filterCode || code.startsWith('opportunity-')
  return code === filterCode
}

function markAskedSlots(
  { asks: column }: People,
  slots: Int32Array,
  marks: Uint8Array,
  since: string | undefined,
  answers: Filters['ask_answer'],
): Uint8Array {
  const from = since === undefined ? none : dayNumber(since)
  // A "maybe" also counts as no answer.
  const answerMarks = Uint8Array.from(askAnswers, (answer) =>
    Number(!answers || answers.includes(answer) || (answer === 'maybe' && answers.includes('none'))),
  )
  const { values, owners, width } = column
  const slotMarks = new Uint8Array(column.starts.length)
  const ranges = column.entryRanges(slots)
  for (let range = 0; range < ranges.length; range += 2) {
    for (let entry = ranges[range]!; entry < ranges[range + 1]!; entry++) {
      const index = entry * width
      slotMarks[owners[entry]!]! |=
        marks[values[index]!]! & isBetween(values[index + 1]!, from, -none) & answerMarks[values[index + 2]!]!
    }
  }
  return slotMarks
}
