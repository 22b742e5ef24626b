import type pg from 'pg'
import { assertNever } from '@alumni/shared/assert-never'
import type {
  OtherQuestion,
  Reading,
  ReadFilters,
  SearchFilters,
  SearchPage,
  SearchSort,
} from '@alumni/shared/alumni/search'
import type { ListPlace } from '@alumni/shared/page'
import type { Reach } from '@alumni/shared/champions/contact-preferences'
import { rowsOf } from '../freshness/database.ts'
import { filter, reachOf, withoutOptedOut } from './filters.ts'
import { empty, narrowToRange, narrowToIds } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { withPhone } from '../columns/phones.ts'
import type { Everyone } from '../freshness/read-everyone.ts'
import { sorted } from '../columns/sort.ts'
import { readBox, type Box, type Typed } from './typed-text.ts'
import { exactReadings, readClass, readWords, type Vocabulary } from './readings.ts'
import { byRelevance, findByWords } from './words.ts'

/** `leaveOut` those who may not be e-mailed. */
export type Asked = SearchFilters & { sort?: SearchSort | undefined; leaveOut?: boolean }

/**
 * The number of matches, the ids from one position to before another in the requested order, and the corrected words.
 */
export type Found = {
  matching: number
  ids: Int32Array
  corrections: SearchPage['corrections']
  readings: Reading[]
  others: OtherQuestion[]
}

/** The typed question, with BUIDs that only the database finds. */
export type Question = { asked: Asked; box: Box; onFile: string[][]; vocabulary: Vocabulary }

/** Reads what was typed, and looks up what an index of storage finds at once and memory need not hold. */
export async function readQuestion(pool: pg.Pool, asked: Asked): Promise<Omit<Question, 'vocabulary'>> {
  const box = readBox(asked.q ?? '')
  return {
    asked,
    box,
    onFile: await Promise.all(box.typed.filter(isOnFileOnly).map((each) => buidsOnFile(pool, each))),
  }
}

/** Finds all whom the box and the filters fit. */
export function findAlumni(everyone: Everyone, question: Question, from: number, to: number): Found {
  const { people } = everyone
  const { ordered, found } = inOrder(everyone, question)
  return {
    matching: ordered.length,
    ids: ordered.slice(from, to).map((slot) => people.ids.values[slot]!),
    corrections: found.corrections,
    readings: found.readings,
    others: otherQuestions(people, question, found),
  }
}

function inOrder(everyone: Everyone, question: Question) {
  const { people } = everyone
  const { sort, leaveOut } = question.asked
  const { isNamed, ...found } = slotsOf(everyone, question)
  const slots = leaveOut ? withoutOptedOut(people, found.slots) : found.slots
  const order = sort ?? (isNamed ? 'relevance' : 'name')
  const ordered =
    order === 'relevance' ? byRelevance(people, { ...found, slots }, question.box) : sorted(people, slots, order)
  return { ordered, found }
}

/** Finds the place of a person among the matches, from 1, and who stands beside it; `before` is where they stood. */
export function findPlace(everyone: Everyone, question: Question, buid: string, before?: number): ListPlace {
  const { people } = everyone
  const { ordered } = inOrder(everyone, question)
  const slot = people.slotOf(buid)
  const index = slot === undefined ? -1 : ordered.indexOf(slot)
  const buidAt = (index: number) =>
    index in ordered ? `B${String(people.buids.values[ordered[index]!]!).padStart(8, '0')}` : null
  const neighbors =
    index >= 0
      ? { previous: buidAt(index - 1), next: buidAt(index + 1) }
      : { previous: before ? buidAt(before - 2) : null, next: before ? buidAt(before - 1) : null }
  return { place: index >= 0 ? index + 1 : null, matching: ordered.length, ...neighbors }
}

/** Counts the matches, and how many may be e-mailed. */
export function findReach(everyone: Everyone, question: Question): { matching: number; reach: Reach } {
  const { slots } = slotsOf(everyone, question)
  return { matching: slots.length, reach: reachOf(everyone.people, slots) }
}

/** Finds the matches, in order of names. */
function slotsOf({ people, byName }: Everyone, { asked, box: { typed, classes }, onFile, vocabulary }: Question) {
  const { q, sort: _sort, leaveOut: _leaveOut, ...filters } = asked
  const known = onFile.reduce((slots, buids) => narrowToIds(slots, marked(people, buids)), byName.everyone())
  const numbered = typed.reduce((slots, each) => byNumbers(people, slots, each), known)
  const ofClasses = classes.map((each) => readClass(people, numbered, each)).filter((each) => each.length > 0)
  const inClasses = ofClasses.reduce((slots, [first]) => filter(people, slots, first!.filters), numbered)
  const words = typed.filter((each) => each.kind === 'word')
  // Something was typed, but no letter or digit: no one has it.
  const isNothing = q && typed.length === 0 && classes.length === 0
  const { named, readings } = readWords(people, isNothing ? empty : numbered, words, vocabulary)
  const isOfClasses = new Uint8Array(people.length)
  for (const slot of inClasses) isOfClasses[slot] = 1
  const slots = filter(people, ofClasses.length > 0 ? narrowToIds(named.slots, isOfClasses) : named.slots, filters)
  return {
    ...named,
    /** Whom the names fit, whatever their class. */
    named: named.slots,
    slots,
    isNamed: words.length > 0,
    readings: [...readings, ...ofClasses.map(([first]) => first!)],
    ofClasses,
    numbered,
  }
}

/** Other meanings of the box, and where no one was found its parts, with the number of people that each finds. */
function otherQuestions(
  people: People,
  { asked, box, vocabulary }: Question,
  found: Omit<ReturnType<typeof slotsOf>, 'isNamed'>,
) {
  const { q = '', sort: _sort, leaveOut: _leaveOut, ...filters } = asked
  const { numbered, ofClasses, readings } = found
  const count = (slots: Int32Array, ...asked: ReadFilters[]) =>
    [filters, ...asked].reduce((slots, each) => filter(people, slots, each), slots).length
  const words = box.typed.filter((each) => each.kind === 'word')
  const classes = ofClasses.map(([first]) => first!.filters)
  const centuries = ofClasses.flatMap(([, ...later]) =>
    later.map(({ typed, filters }) => ({ q: withoutTyped(q, typed), filters, matching: count(found.named, filters) })),
  )
  const asPlaces =
    readings.length > ofClasses.length
      ? []
      : exactReadings(people, words, vocabulary).map(({ rest, readings: [reading] }) => ({
          q: withoutTyped(q, reading!.typed),
          filters: reading!.filters,
          matching: count(findByWords(people, numbered, rest).slots, ...classes, reading!.filters),
        }))
  const nearest =
    found.slots.length > 0 || classes.length === 0
      ? []
      : [
          {
            q: ofClasses.reduce((rest, [each]) => withoutTyped(rest, each!.typed), q),
            filters: {},
            matching: count(found.named),
          },
          ...ofClasses.map(([each]) => ({ q: '', filters: each!.filters, matching: count(numbered, each!.filters) })),
        ]
  return [...centuries, ...asPlaces, ...nearest].filter(({ matching }) => matching > 0)
}

/** The box without a part that was read otherwise. */
export function withoutTyped(q: string, typed: string): string {
  return q.replace(typed, ' ').replace(/\s+/g, ' ').trim()
}

type OnFileOnly = Extract<Typed, { kind: 'crm_id' | 'email' }>

function isOnFileOnly(typed: Typed): typed is OnFileOnly {
  return typed.kind === 'crm_id' || typed.kind === 'email'
}

const byEmail =
  'select buid from alumni where id in (select alumnus_id from alumni_emails where email >= $1 and email < $2)'
const byCrmId = 'select buid from alumni where crm_id = $1'

async function buidsOnFile(pool: pg.Pool, typed: OnFileOnly): Promise<string[]> {
  const text = typed.kind === 'email' ? typed.prefix : typed.id
  if (text.includes('\0') || !text.isWellFormed()) return []
  const rows =
    typed.kind === 'email'
      ? await rowsOf(pool, 'email', byEmail, [text, `${text}\u{10ffff}`])
      : await rowsOf(pool, 'crm id', byCrmId, [text])
  return rows.map(([buid]) => buid!)
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
