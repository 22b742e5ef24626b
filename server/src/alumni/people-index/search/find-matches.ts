import { assertNever } from '@alumni/shared/assert-never'
import type { Reading, SearchFilters, SearchSort } from '@alumni/shared/alumni/search'
import { empty, narrowToMarkedSlots, narrowToRange } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { markPhones } from '../columns/phones.ts'
import type { IndexData } from '../freshness/read-everyone.ts'
import { applyFilters } from './filters.ts'
import { narrowToReadings, listClassReadings, readWords, type Vocabulary } from './readings.ts'
import type { SearchBox } from './read-search-box.ts'
import { tokenizeWords, type Token } from './tokens.ts'
import type { NameMatches } from './match-names.ts'

/** `leaveOut` excludes people who must not be e-mailed. */
export type SearchRequest = SearchFilters & { sort?: SearchSort | undefined; leaveOut?: boolean }

/** Matches must be in every one of `buidSets`, which come from the database. */
export type PreparedSearch = { request: SearchRequest; box: SearchBox; buidSets: string[][]; vocabulary: Vocabulary }

/**
 * `classes` has the interpretations of each class year. `mainReadings` has the place and the first interpretation of
 * each class year.
 */
export type SearchMatches = NameMatches & {
  box: SearchBox
  readings: Reading[]
  classes: Reading[][]
  mainReadings: Reading[]
  slotsOfAnyClass: Int32Array
}

/**
 * If no one matches without corrections, tries the search box's fallback. If still no one matches, reads numbers as
 * words, as in `Studio 54`.
 */
export function findMatches(everyone: IndexData, search: PreparedSearch): SearchMatches {
  const { request, box, vocabulary } = search
  const found = findMatchesAsRead(everyone, search)
  const isAsTyped = found.slots.length > 0 && found.corrections.length === 0
  if (box.fallback && !isAsTyped) return findMatches(everyone, { ...search, box: box.fallback })
  const hasNumbers = box.classes.length > 0 || box.tokens.some(({ kind }) => kind === 'digits')
  if (found.slots.length > 0 || !hasNumbers || box.place || box.tokens.some(isDatabaseToken)) return found
  const all = everyone.byName.allSlots()
  const { named, readings } = readWords(everyone.people, all, all, tokenizeWords(request.q ?? ''), [], vocabulary)
  const slots = readings.length > 0 ? applyFilters(everyone.people, named.slots, pickFilters(request)) : empty
  return slots.length > 0
    ? {
        ...named,
        box,
        slots,
        readings,
        classes: [],
        mainReadings: [],
        slotsOfAnyClass: all,
      }
    : found
}

function findMatchesAsRead({ people, byName }: IndexData, search: PreparedSearch): SearchMatches {
  const { request, box, buidSets, vocabulary } = search
  const onFileSlots = buidSets.reduce(
    (slots, buids) => narrowToMarkedSlots(slots, markBuids(people, buids)),
    byName.allSlots(),
  )
  const matchingNumbers = box.tokens.reduce((slots, each) => narrowByToken(people, slots, each), onFileSlots)
  const classes = box.classes
    .map((each) => listClassReadings(people, matchingNumbers, each))
    .filter((each) => each.length > 0)
  const mainReadings = [...(box.place ? [box.place] : []), ...classes.map(([first]) => first!)]
  const words = box.tokens.filter((each) => each.kind === 'word')
  const isUnreadable = request.q && box.tokens.length === 0 && mainReadings.length === 0
  const slotsOfAnyClass = isUnreadable ? empty : matchingNumbers
  const chosenSlots = mainReadings.reduce((slots, { filters }) => applyFilters(people, slots, filters), slotsOfAnyClass)
  const { named, readings } = readWords(people, chosenSlots, slotsOfAnyClass, words, mainReadings, vocabulary)
  const slotsOfClasses = mainReadings.length > 0 ? narrowToReadings(people, named.slots, mainReadings) : named.slots
  return {
    ...named,
    box,
    slots: applyFilters(people, chosenSlots.length === 0 ? empty : slotsOfClasses, pickFilters(request)),
    readings: [...readings, ...mainReadings],
    classes,
    mainReadings,
    slotsOfAnyClass,
  }
}

export function pickFilters(request: SearchRequest): Omit<SearchRequest, 'q'> {
  const { q: _q, sort: _sort, leaveOut: _leaveOut, ...filters } = request
  return filters
}

/** Removes from the query a part that became a filter. */
export function removeText(q: string, text: string): string {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const part = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`[\s,]+`)
  return q
    .replace(new RegExp(String.raw`(?<![\p{L}\d])${part}(?![\p{L}\d])`, 'u'), ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s?,)+/g, ',')
    .replace(/^[\s,]+|[\s,]+$/g, '')
}

export type DatabaseToken = Extract<Token, { kind: 'crm_id' | 'email' }>

/** Only the database can match CRM IDs and e-mail addresses. */
export function isDatabaseToken(token: Token): token is DatabaseToken {
  return token.kind === 'crm_id' || token.kind === 'email'
}

function markBuids(people: People, buids: string[]): Uint8Array {
  const marks = new Uint8Array(people.length)
  for (const buid of buids) marks[people.slotOf(buid) ?? 0] = 1
  return marks
}

function narrowByToken(people: People, slots: Int32Array, token: Token): Int32Array {
  switch (token.kind) {
    case 'buid':
      return narrowToRange(slots, people.buids.values, token.from, token.to)
    case 'contact_id':
      return narrowToRange(slots, people.contactIds.values, token.from, token.to)
    case 'digits':
      return narrowByDigits(people, slots, token)
    case 'word':
    case 'crm_id':
    case 'email':
      return slots
    default:
      return assertNever(token)
  }
}

/** Matches a phone number by its first or last digits, or an identifier typed without its letter. */
function narrowByDigits(people: People, slots: Int32Array, { digits, forms }: Token & { kind: 'digits' }): Int32Array {
  const { buids, contactIds, phones, dictionaries } = people
  const fits = markPhones(phones, dictionaries.longPhones, forms)
  const asId = digits.length === 8 ? buids : digits.length === 9 ? contactIds : undefined
  if (asId) for (const slot of narrowToRange(slots, asId.values, Number(digits), Number(digits))) fits[slot] = 1
  return narrowToMarkedSlots(slots, fits)
}
