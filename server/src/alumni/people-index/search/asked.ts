import type { askFilterNames } from '@alumni/shared/alumni/asked'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { empty, isBetween, narrowToIds } from '../columns/narrow.ts'
import { askAnswers, type People } from '../columns/people.ts'
import { dayNumber, none } from '../columns/person.ts'

type Filters = Pick<SearchFilters, (typeof askFilterNames)[number]>

/** Returns the slots that were asked for what, when and with which answer, and those that were not, as the filters have it. */
export function narrowToAsked(people: People, slots: Int32Array, filters: Filters): Int32Array {
  const { asked, was_asked, asked_from, not_asked_from, ask_answer } = filters
  const isAbsence = was_asked === 'no' || not_asked_from !== undefined
  const isPresence = Boolean(was_asked === 'yes' || asked_from || ask_answer || (asked && !isAbsence))
  if (!isPresence && !isAbsence) return slots
  const { dictionaries } = people
  const marks = asked
    ? dictionaries.asks.marks((code) => asked.some((each) => isPart(code, each)))
    : new Uint8Array(dictionaries.asks.texts.length).fill(1)
  if (!marks) return isPresence ? empty : slots
  const answers = Uint8Array.from(askAnswers, (answer) => Number(!ask_answer || ask_answer.includes(answer)))
  const asks = { marks, answers, from: asked_from === undefined ? none : dayNumber(asked_from) }
  const found = isPresence ? narrowToIds(slots, askedAmong(people, slots, asks)) : slots
  if (!isAbsence) return found
  const notFrom = was_asked === 'no' || not_asked_from === undefined ? none : dayNumber(not_asked_from)
  const all = { marks, answers: new Uint8Array(askAnswers.length).fill(1), from: notFrom }
  const others = askedAmong(people, found, all)
  return narrowToIds(
    found,
    others.map((each) => 1 - each),
  )
}

/** `events` and `volunteering` are asks for any event or opportunity, and in words of their own. */
function isPart(code: string, asked: string): boolean {
  if (asked === 'events') return code === asked || code.startsWith('event-')
  if (asked === 'volunteering') return code === asked || code.startsWith('opportunity-')
  return code === asked
}

/** 1 at slots with a marked ask since a day, with a marked answer. */
function askedAmong(
  { asks: column }: People,
  slots: Int32Array,
  { marks, answers, from }: { marks: Uint8Array; answers: Uint8Array; from: number },
): Uint8Array {
  const { values, owners, width } = column
  const fits = new Uint8Array(column.starts.length)
  const stretches = column.stretches(slots)
  for (let stretch = 0; stretch < stretches.length; stretch += 2) {
    for (let entry = stretches[stretch]!; entry < stretches[stretch + 1]!; entry++) {
      const index = entry * width
      fits[owners[entry]!]! |=
        marks[values[index]!]! & isBetween(values[index + 1]!, from, -none) & answers[values[index + 2]!]!
    }
  }
  return fits
}
