import { assertNever } from '@alumni/shared/assert-never'
import type { Reading, SearchFilters, SearchSort } from '@alumni/shared/alumni/search'
import { empty, narrowToIds, narrowToRange } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { withPhone } from '../columns/phones.ts'
import type { Everyone } from '../freshness/read-everyone.ts'
import { filter } from './filters.ts'
import { narrowTo, readClass, readWords, type Vocabulary } from './readings.ts'
import type { Sentence } from './read-sentence.ts'
import { readAsWords, type Typed } from './typed-text.ts'
import type { Named } from './words.ts'

/** `leaveOut` those who may not be e-mailed. */
export type Asked = SearchFilters & { sort?: SearchSort | undefined; leaveOut?: boolean }

/** The typed question, with BUIDs that only the database finds. */
export type Question = { asked: Asked; box: Sentence; onFile: string[][]; vocabulary: Vocabulary }

/**
 * The matches in order of names. `box` is what was typed as it was read; `classes` are the meanings of each class year, the one that counts first; `chosen` is
 * how class years and the place are read; `everyClass` are the people whom numbers and addresses of the box fit.
 */
export type Answer = Named & {
  box: Sentence
  isNamed: boolean
  readings: Reading[]
  classes: Reading[][]
  chosen: Reading[]
  everyClass: Int32Array
}

/**
 * Finds the matches. Where the words find no one as typed, they may name an unknown place; where numbers of the box are
 * no years, they may be words of an employer.
 */
export function answer(everyone: Everyone, question: Question): Answer {
  const { asked, box, vocabulary } = question
  const found = answerAsRead(everyone, question)
  const isAsTyped = found.slots.length > 0 && found.corrections.length === 0
  if (box.otherwise && !isAsTyped) return answer(everyone, { ...question, box: box.otherwise })
  const hasNumbers = box.classes.length > 0 || box.typed.some(({ kind }) => kind === 'digits')
  if (found.slots.length > 0 || !hasNumbers || box.place || box.typed.some(isOnFileOnly)) return found
  const all = everyone.byName.everyone()
  const { named, readings } = readWords(everyone.people, all, all, readAsWords(asked.q ?? ''), [], vocabulary)
  const slots = readings.length > 0 ? filter(everyone.people, named.slots, filtersOf(asked)) : empty
  return slots.length > 0
    ? { ...named, box, slots, isNamed: named.words.length > 0, readings, classes: [], chosen: [], everyClass: all }
    : found
}

function answerAsRead({ people, byName }: Everyone, question: Question): Answer {
  const { asked, box, onFile, vocabulary } = question
  const known = onFile.reduce((slots, buids) => narrowToIds(slots, marked(people, buids)), byName.everyone())
  const numbered = box.typed.reduce((slots, each) => byNumbers(people, slots, each), known)
  const classes = box.classes.map((each) => readClass(people, numbered, each)).filter((each) => each.length > 0)
  const chosen = [...(box.place ? [box.place] : []), ...classes.map(([first]) => first!)]
  const words = box.typed.filter((each) => each.kind === 'word')
  // Something was typed, but nothing of it can be looked for: no one has it.
  const isNothing = asked.q && box.typed.length === 0 && chosen.length === 0
  const everyClass = isNothing ? empty : numbered
  const inClasses = chosen.reduce((slots, { filters }) => filter(people, slots, filters), everyClass)
  const { named, readings } = readWords(people, inClasses, everyClass, words, chosen, vocabulary)
  const ofClasses = chosen.length > 0 ? narrowTo(people, named.slots, chosen) : named.slots
  return {
    ...named,
    box,
    slots: filter(people, inClasses.length === 0 ? empty : ofClasses, filtersOf(asked)),
    isNamed: words.length > 0,
    readings: [...readings, ...chosen],
    classes,
    chosen,
    everyClass,
  }
}

/** The filters that are set, without the box and the order. */
export function filtersOf({ q: _q, sort: _sort, leaveOut: _leaveOut, ...filters }: Asked): Omit<Asked, 'q'> {
  return filters
}

/** The box without a part that was read otherwise. */
export function withoutTyped(q: string, typed: string): string {
  const words = typed.split(/[\s,]+/).filter(Boolean)
  const part = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`[\s,]+`)
  return q
    .replace(new RegExp(String.raw`(?<![\p{L}\d])${part}(?![\p{L}\d])`, 'u'), ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s?,)+/g, ',')
    .replace(/^[\s,]+|[\s,]+$/g, '')
}

export type OnFileOnly = Extract<Typed, { kind: 'crm_id' | 'email' }>

export function isOnFileOnly(typed: Typed): typed is OnFileOnly {
  return typed.kind === 'crm_id' || typed.kind === 'email'
}

/** 1 at the slots of these people. */
function marked(people: People, buids: string[]): Uint8Array {
  const marks = new Uint8Array(people.length)
  for (const buid of buids) marks[people.slotOf(buid) ?? 0] = 1
  return marks
}

function byNumbers(people: People, slots: Int32Array, typed: Typed): Int32Array {
  switch (typed.kind) {
    case 'buid':
      return narrowToRange(slots, people.buids.values, typed.from, typed.to)
    case 'contact_id':
      return narrowToRange(slots, people.contactIds.values, typed.from, typed.to)
    case 'digits':
      return byDigits(people, slots, typed)
    case 'word':
    case 'crm_id':
    case 'email':
      return slots
    default:
      return assertNever(typed)
  }
}

/** A phone number with these first or last digits, or the id that they are without its letter. */
function byDigits(people: People, slots: Int32Array, { digits, forms }: Typed & { kind: 'digits' }): Int32Array {
  const { buids, contactIds, phones, dictionaries } = people
  const fits = withPhone(phones, dictionaries.longPhones, forms)
  const asId = digits.length === 8 ? buids : digits.length === 9 ? contactIds : undefined
  if (asId) for (const slot of narrowToRange(slots, asId.values, Number(digits), Number(digits))) fits[slot] = 1
  return narrowToIds(slots, fits)
}
