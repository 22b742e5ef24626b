import type { AlternativeSearch, Reading, ReadingFilters } from '@alumni/shared/alumni/search'
import { foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { formatDayNumber, dayNumber, none } from '../columns/person.ts'
import type { IndexData } from '../freshness/read-everyone.ts'
import { findMatches, pickFilters, isDatabaseToken, removeText } from './find-matches.ts'
import type { SearchMatches, PreparedSearch } from './find-matches.ts'
import { applyFilters } from './filters.ts'
import { buildNotes } from './notes.ts'
import { readPlace } from './read-place.ts'
import { findClosestCities, listPlacesOfCity } from './places.ts'
import { readSearchBox, readWithoutPlace } from './read-search-box.ts'
import { listExactReadings, readWords } from './readings.ts'
import { isFiller, meansEveryone } from './sentence-words.ts'
import type { NameToken } from './tokens.ts'
import { findByNames, findByCorrectedNames } from './match-names.ts'

type Candidate = Pick<AlternativeSearch, 'q' | 'filters'>

/** Finds other interpretations of the query, similar searches if no one matched, and notes about unknown words. */
export function findAlternatives(
  data: IndexData,
  search: PreparedSearch,
  matches: SearchMatches,
): { others: AlternativeSearch[]; notes: string[] } {
  const isEmpty = matches.slots.length === 0
  const meanings = listOtherMeanings(data, search, matches)
  const others = countCandidates(
    data,
    search,
    isEmpty ? [...meanings, ...listRelaxedSearches(data, search, matches)] : meanings,
  )
  return { others, notes: buildNotes(data.people, search, matches) }
}

/** Lists the other century of a class year, other meanings of names and places, and all cities with the same name. */
function listOtherMeanings(data: IndexData, search: PreparedSearch, matches: SearchMatches): Candidate[] {
  const { people } = data
  const { q = '' } = search.request
  const centuries = matches.classes.flatMap(([, ...later]) => later.map((each) => replaceByFilters(q, each)))
  const isNamed = matches.readings.length === matches.mainReadings.length
  const exact = isNamed
    ? listExactReadings(people, wordsOf(matches), search.vocabulary).map(({ readings: [reading] }) =>
        replaceByFilters(q, reading!),
      )
    : []
  return [
    ...centuries,
    ...exact,
    ...listPlacesOfName(people, q, matches),
    ...listMeaningsWithoutPlace(data, search, matches),
  ]
}

function listPlacesOfName(people: People, q: string, { readings }: SearchMatches): Candidate[] {
  return readings.flatMap(({ typed, filters: { near } }) => {
    if (near === undefined) return []
    const { text } = readPlace(near)
    const places = listPlacesOfCity(people, text)
    return places.length > 1
      ? places.map((place) => replaceByFilters(q, { typed, filters: { near: near.replace(text, place) } }))
      : []
  })
}

/** Interprets a place as a name (`Jackson, Georgia` as Georgia Jackson) or as another filter, such as a degree. */
function listMeaningsWithoutPlace(
  data: IndexData,
  search: PreparedSearch,
  { box: { place } }: SearchMatches,
): Candidate[] {
  const { q = '' } = search.request
  if (!place) return []
  const box = readWithoutPlace(data.people, q)
  const { slots, corrections, readings, mainReadings } = findMatches(data, { ...search, box })
  if (slots.length === 0 || corrections.length > 0) return []
  const words = place.typed.split(/[\s,]+/)
  if (readings.length === mainReadings.length)
    return [{ q: q.replace(place.typed, [words.at(-1), ...words.slice(0, -1)].join(' ')), filters: {} }]
  const filters: ReadingFilters = Object.assign({}, ...readings.map((each) => each.filters))
  const isOtherwise = Object.keys(filters).some((name) => !['near', 'state', 'country'].includes(name))
  return isOtherwise ? [{ q: removeReadings(q, readings), filters }] : []
}

function listRelaxedSearches(data: IndexData, search: PreparedSearch, matches: SearchMatches): Candidate[] {
  const { q = '' } = search.request
  const classes = matches.classes.map(([first]) => first!)
  const others = matches.readings.filter((each) => !classes.includes(each))
  const words = wordsOf(matches)
  return [
    ...(classes.length > 0 ? listNearestClasses(data, search, matches) : []),
    ...(classes.length > 0 ? [{ q: removeReadings(q, classes), filters: {} }] : []),
    ...classes.map(({ filters }) => ({ q: '', filters })),
    ...others.flatMap((each) => [
      { q: removeText(q, each.typed), filters: {} },
      { q: '', filters: each.filters },
    ]),
    ...(matches.readings.length > 1 ? [{ q: removeReadings(q, matches.readings), filters: {} }] : []),
    ...listNearestCities(data, q, matches),
    ...listSimilarSpellings(data, matches, q, words),
    ...(others.length === 0 && words.length > 1 && words.length <= maxLeftOut
      ? words.map(({ text }) => ({ q: removeText(q, text), filters: {} }))
      : []),
    ...listPartsAlone(data, search, words),
  ]
}

const maxLeftOut = 4

function listNearestCities({ people }: IndexData, q: string, { box: { place } }: SearchMatches): Candidate[] {
  const [city = ''] = place ? readPlace(place.filters.near!).text.split(',') : []
  const cities = city === '' ? [] : [city, ...findClosestCities(people, city).slice(0, maxSpellings)]
  return cities.map((near) => replaceByFilters(q, { typed: place!.typed, filters: { near } }))
}

function listPartsAlone(
  { people, byName }: IndexData,
  { vocabulary }: PreparedSearch,
  all: readonly NameToken[],
): Candidate[] {
  const words = all.length > 1 ? all.slice(0, maxParts) : []
  const isName = (word: NameToken) =>
    !isFiller(word.word) && findByNames(people, byName.allSlots(), [word]).slots.length > 0
  return [
    ...listExactReadings(people, words, vocabulary).map(({ readings: [reading] }) => replaceByFilters('', reading!)),
    ...words.filter(isName).map(({ text }) => ({ q: text, filters: {} })),
  ]
}

const maxParts = 12

function listSimilarSpellings({ people }: IndexData, matches: SearchMatches, q: string, words: readonly NameToken[]) {
  const chosenSlots = matches.mainReadings.reduce(
    (slots, { filters }) => applyFilters(people, slots, filters),
    matches.slotsOfAnyClass,
  )
  const { corrections } = words.length > 0 ? findByCorrectedNames(people, chosenSlots, words) : { corrections: [] }
  const names = corrections.flatMap(({ typed, as }) => {
    const word = words.find((each) => each.word === typed)
    return word ? as.slice(0, maxSpellings).map((name) => ({ q: q.replace(word.text, name), filters: {} })) : []
  })
  const cities = words
    .filter(({ word }) => word.length >= minLettersOfCity)
    .flatMap(({ text }) =>
      findClosestCities(people, text)
        .slice(0, maxSpellings)
        .map((near) => ({ q: removeText(q, text), filters: { near } })),
    )
  return [...names, ...cities]
}

const maxSpellings = 2
const minLettersOfCity = 4

function listNearestClasses(
  { people }: IndexData,
  { request, vocabulary }: PreparedSearch,
  matches: SearchMatches,
): Candidate[] {
  const [first] = matches.classes
  const { typed, filters } = first![0]!
  const { year_from = 0, year_to = year_from, ...codes } = filters
  const { place } = matches.box
  const inPlace = place ? applyFilters(people, matches.slotsOfAnyClass, place.filters) : matches.slotsOfAnyClass
  const { named } = readWords(people, inPlace, inPlace, wordsOf(matches), [], vocabulary)
  const slots = applyFilters(
    people,
    applyFilters(people, named.slots, codes),
    pickFilters({ ...request, year_from: undefined, year_to: undefined }),
  )
  const q = removeText(request.q ?? '', typed)
  return yearsAround(people, slots, year_from, year_to).map((year) => ({
    q,
    filters: { ...codes, year_from: year, year_to: year },
  }))
}

/** Returns the closest years before `from` and after `to` in which someone earned a degree, the closer year first. */
function yearsAround({ degrees }: People, slots: Int32Array, from: number, to: number): number[] {
  const [first, last] = [dayNumber(`${from}-01-01`), dayNumber(`${to}-12-31`)]
  let [before, after] = [none, -none]
  const { values, starts, ends } = degrees
  for (const slot of slots)
    for (let entry = starts[slot]!; entry < ends[slot]!; entry += 4) {
      const day = values[entry + 3]!
      if (day < first && day > before) before = day
      if (day > last && day < after) after = day
    }
  return [
    ...(before === none ? [] : [{ year: yearOf(before), distance: from - yearOf(before) }]),
    ...(after === -none ? [] : [{ year: yearOf(after), distance: yearOf(after) - to }]),
  ]
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ year }) => year)
}

function yearOf(day: number): number {
  return Number(formatDayNumber(day).slice(0, 4))
}

function replaceByFilters(q: string, { typed, filters }: Reading): Candidate {
  return { q: removeText(q, typed), filters }
}

function removeReadings(q: string, readings: readonly Reading[]): string {
  return readings.reduce((rest, { typed }) => removeText(rest, typed), q)
}

function wordsOf({ box }: Pick<SearchMatches, 'box'>): NameToken[] {
  return box.tokens.filter((each) => each.kind === 'word')
}

function countCandidates(
  data: IndexData,
  search: PreparedSearch,
  candidates: readonly Candidate[],
): AlternativeSearch[] {
  const others = new Map<string, AlternativeSearch>()
  for (const { q, filters } of candidates) {
    const key = JSON.stringify([q, filters])
    const isSameSearch = q === (search.request.q ?? '').trim() && Object.keys(filters).length === 0
    const isEveryone = Object.keys(filters).length === 0 && meansEveryone(foldedWords(q))
    if (isSameSearch || isEveryone || others.has(key) || others.size >= maxOthers) continue
    const matching = countMatches(data, search, q, filters)
    if (matching > 0) others.set(key, { q, filters, matching })
  }
  return [...others.values()]
}

const maxOthers = 6

function countMatches(data: IndexData, search: PreparedSearch, q: string, filters: ReadingFilters): number {
  const box = readSearchBox(data.people, q)
  const count = ({ tokens }: PreparedSearch['box']) => tokens.filter(isDatabaseToken).length
  // `search.buidSets` has one set per database token, followed by the sets for filters, which still apply.
  const buidSets = count(box) === count(search.box) ? search.buidSets : search.buidSets.slice(count(search.box))
  return findMatches(data, { ...search, request: { ...search.request, ...filters, q }, box, buidSets }).slots.length
}
