import type { Reading } from '@alumni/shared/alumni/search'
import { parseVicinity } from '@alumni/shared/distances'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { locateLargeCity, parseZip } from './locate.ts'
import { isCity, isPostalCode } from './near.ts'
import { isArea, readPlace, type Split } from './read-place.ts'
import { findPlaceNumbers } from './places.ts'
import { normalizeCode, readCode } from './readings.ts'
import { connectingWords, findIntroduction, meansEveryone } from './sentence-words.ts'
import { tokenize, type TokenizedText } from './tokens.ts'
import { assertMiles } from './zip-radius.ts'

/** `fallback` reads a part as a place where no one lives. It is searched if no one matches without corrections. */
export type SearchBox = TokenizedText & { place: Reading | undefined; fallback: SearchBox | undefined }

/**
 * Finds a place in the text: a city with its state or country, a ZIP code on file, or a known place after `near`.
 * Throws a `SearchRefusal` if the distance from the place is invalid.
 */
export function readSearchBox(people: People, q: string): SearchBox {
  const words = [...q.matchAll(/[^\s,，、]+/g)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }))
  const read = (place: Reading | undefined, fallback?: SearchBox): SearchBox => ({
    ...tokenize(place ? textBesidePlace(q, place.typed) : q, (letters) => readCode(people, letters) !== undefined),
    place,
    fallback,
  })
  const place = findPlace(people, q, words, (phrase, neighbors) => isPlace(people, phrase, neighbors))
  if (place) return read(place)
  const unknown = findPlace(people, q, words, (phrase) => isUnknownPlace(people, phrase))
  return read(undefined, unknown && read(unknown))
}

/** Removes the place. Also removes the other words if they mean everyone, as in "everyone who lives". */
function textBesidePlace(q: string, place: string): string {
  const neighbors = q.replace(place, ', ')
  return meansEveryone(foldedWords(neighbors)) ? ', ' : neighbors
}

/** Works like `readSearchBox`, but reads no place, so that `Jackson, Georgia` may be a name. */
export function readWithoutPlace(people: People, q: string): SearchBox {
  return { ...tokenize(q, (letters) => readCode(people, letters) !== undefined), place: undefined, fallback: undefined }
}

type Neighbors = { before?: string | undefined; after?: string | undefined }
type Word = { text: string; from: number; to: number }
const maxWordsOfPlace = 12

/** Finds the first phrase that is a place, preferring longer phrases. `typed` includes preceding words: `living in`. */
function findPlace(
  people: People,
  q: string,
  words: readonly Word[],
  isPlace: (phrase: string, neighbors: Neighbors) => boolean,
): Reading | undefined {
  for (let first = 0; first < words.length; first++)
    for (let last = Math.min(words.length, first + maxWordsOfPlace) - 1; last >= first; last--) {
      const near = q.slice(words[first]!.from, words[last]!.to)
      if (!isPlace(near, { before: words[first - 1]?.text, after: words[last + 1]?.text })) continue
      const start = findIntroduction(
        words.slice(0, first).map(({ text }) => fold(text)),
        first,
      )
      return {
        typed: q.slice(words[start]!.from, words[last]!.to),
        filters: { near: formatPlaceFilter(people, near) },
      }
    }
  return undefined
}

function isPlace(people: People, phrase: string, { before, after }: Neighbors): boolean {
  const { text, miles, splits } = readPlace(phrase)
  if (miles !== undefined) {
    const isKnown = isCity(people, text) || isPostalCode(people, text) || locateLargeCity(readPlace(text)) !== null
    if (isKnown) assertMiles(miles, 'q')
    return isKnown
  }
  if (!parseZip(text))
    return (
      splits.some((split) => isInArea(split) && isKnownCity(people, split)) &&
      !endsInOrdinaryWord(people, phrase, after)
    )
  const isWhole =
    text === phrase ? !isNumber(before) && !isNumber(after) : isPlace(people, phrase.slice(0, -text.length), {})
  return isWhole && isPostalCode(people, text)
}

/** Formats `boston ma` as `boston, ma`, and a city with a ZIP code as the ZIP code. */
function formatPlaceFilter(people: People, phrase: string): string {
  const { text, miles, splits } = readPlace(phrase)
  if (miles === undefined && parseZip(text)) return text
  const words = text.split(/\s+/)
  if (splits.length === 1 || text.includes(',')) return phrase
  for (let from = 1; from < words.length; from++) {
    const [city, area] = [words.slice(0, from).join(' '), words.slice(from).join(' ')]
    if (isArea(area) && isCity(people, `${city}, ${area}`)) return phrase.replace(text, `${city}, ${area}`)
  }
  return phrase
}

/**
 * Fallback if no known place matches: accepts any text after `near` (1 to 500 miles), or a known city name with any
 * state or country.
 */
function isUnknownPlace(people: People, phrase: string): boolean {
  const { place, miles } = parseVicinity(phrase)
  if (miles !== undefined) return miles >= 1 && miles <= 500
  const [split] = readPlace(place).splits as [Split]
  return isInArea(split) && isKnownCity(people, { city: split.city, areas: [] })
}

function isInArea({ areas }: Split): boolean {
  return areas.length > 0 && areas.every(isArea)
}

function isKnownCity(people: People, split: Split): boolean {
  const splits = [split]
  return (
    findPlaceNumbers(people, { splits }).length > 0 || locateLargeCity({ text: '', miles: undefined, splits }) !== null
  )
}

/** Returns true if the last word looks like a state but is a preposition ("in"), "or", or a degree ("M.S."). */
function endsInOrdinaryWord({ dictionaries: { degrees } }: People, phrase: string, after: string | undefined): boolean {
  const [last = ''] = /[^\s,，、]+$/.exec(phrase) ?? []
  if (last.includes('.')) return degrees.listUsed().some((code) => normalizeCode(code) === normalizeCode(last))
  return after !== undefined && !/[,，、]/.test(phrase) && (connectingWords.has(fold(last)) || fold(last) === 'or')
}

/** Returns true if a ZIP code next to this word would be part of a phone number. */
function isNumber(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word) && /^[\d().+/-]+$/.test(word)
}
