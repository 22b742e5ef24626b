import type { Reading } from '@alumni/shared/alumni/search'
import { parseVicinity } from '@alumni/shared/distances'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { locateLarge, zipIn } from './locate.ts'
import { isCity, isPostalCode } from './near.ts'
import { isArea, readPlace, type Split } from './place-text.ts'
import { citiesCalled } from './places.ts'
import { connecting, plainCode, readCode, wordsForEveryone } from './readings.ts'
import { readBox, type Box } from './typed-text.ts'
import { checkMiles } from './zip-radius.ts'

/** What was typed, with the place that it is in; `otherwise` takes words that find no one as an unknown place. */
export type Sentence = Box & { place: Reading | undefined; otherwise: Sentence | undefined }

/**
 * Reads the search box. A city with its state or country, a ZIP code on file, and a known place behind `near` or
 * `within 10 miles of` are places before they are names. Refuses a distance that the filters do not take.
 */
export function readSentence(people: People, q: string): Sentence {
  const words = [...q.matchAll(/[^\s,，、]+/g)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }))
  const read = (place: Reading | undefined, otherwise?: Sentence): Sentence => ({
    ...readBox(place ? besidePlace(q, place.typed) : q, (letters) => readCode(people, letters) !== undefined),
    place,
    otherwise,
  })
  const place = findPlace(people, q, words, (typed, beside) => isPlace(people, typed, beside))
  if (place) return read(place)
  const unknown = findPlace(people, q, words, (typed) => isUnknownPlace(people, typed))
  return read(undefined, unknown && read(unknown))
}

/** The words beside a place; those that only say "everyone who lives" are dropped. */
function besidePlace(q: string, place: string): string {
  const beside = q.replace(place, ', ')
  return foldedWords(beside).every((word) => wordsForEveryone.has(word)) ? ', ' : beside
}

/** The same without any place. */
export function readWithoutPlace(people: People, q: string): Sentence {
  return { ...readBox(q, (letters) => readCode(people, letters) !== undefined), place: undefined, otherwise: undefined }
}

/** The words beside a stretch of words. */
type Neighbors = { before?: string | undefined; after?: string | undefined }
type Word = { text: string; from: number; to: number }
const maxWordsOfPlace = 12

/** The first and longest stretch of words that is a place; `in` before it belongs to what was typed. */
function findPlace(
  people: People,
  q: string,
  words: readonly Word[],
  isPlace: (typed: string, beside: Neighbors) => boolean,
): Reading | undefined {
  for (let first = 0; first < words.length; first++)
    for (let last = Math.min(words.length, first + maxWordsOfPlace) - 1; last >= first; last--) {
      const near = q.slice(words[first]!.from, words[last]!.to)
      if (!isPlace(near, { before: words[first - 1]?.text, after: words[last + 1]?.text })) continue
      const before = first > 0 && connecting.has(fold(words[first - 1]!.text)) ? first - 1 : first
      return { typed: q.slice(words[before]!.from, words[last]!.to), filters: { near: asFilter(people, near) } }
    }
  return undefined
}

function isPlace(people: People, typed: string, { before, after }: Neighbors): boolean {
  const { text, miles, splits } = readPlace(typed)
  if (miles !== undefined) {
    const isKnown = isCity(people, text) || isPostalCode(people, text) || locateLarge(readPlace(text)) !== null
    if (isKnown) checkMiles(miles, 'q')
    return isKnown
  }
  if (!zipIn(text))
    return splits.some((split) => isInArea(split) && isKnownCity(people, split)) && !endsInWord(people, typed, after)
  const isWhole =
    text === typed ? !isNumber(before) && !isNumber(after) : isPlace(people, typed.slice(0, -text.length), {})
  return isWhole && isPostalCode(people, text)
}

/** Writes `boston ma` as `boston, ma`, and a city with its ZIP code as that. */
function asFilter(people: People, typed: string): string {
  const { text, miles, splits } = readPlace(typed)
  if (miles === undefined && zipIn(text)) return text
  const words = text.split(/\s+/)
  if (splits.length === 1 || text.includes(',')) return typed
  for (let from = 1; from < words.length; from++) {
    const [city, area] = [words.slice(0, from).join(' '), words.slice(from).join(' ')]
    if (isArea(area) && isCity(people, `${city}, ${area}`)) return typed.replace(text, `${city}, ${area}`)
  }
  return typed
}

/** Behind `near`, or a known city with the name of a state or country in which no one on file lives there. */
function isUnknownPlace(people: People, typed: string): boolean {
  const { place, miles } = parseVicinity(typed)
  if (miles !== undefined) return miles >= 1 && miles <= 500
  const [split] = readPlace(place).splits as [Split]
  return isInArea(split) && isKnownCity(people, { city: split.city, areas: [] })
}

function isInArea({ areas }: Split): boolean {
  return areas.length > 0 && areas.every(isArea)
}

function isKnownCity(people: People, split: Split): boolean {
  const splits = [split]
  return citiesCalled(people, { splits }).length > 0 || locateLarge({ text: '', miles: undefined, splits }) !== null
}

/** Whether the last word is no state: it is `in` before another word, or a degree such as `M.S.` */
function endsInWord({ dictionaries: { degrees } }: People, typed: string, after: string | undefined): boolean {
  const [last = ''] = /[^\s,，、]+$/.exec(typed) ?? []
  if (last.includes('.')) return degrees.used().some((code) => plainCode(code) === plainCode(last))
  return after !== undefined && !/[,，、]/.test(typed) && (connecting.has(fold(last)) || fold(last) === 'or')
}

/** Whether a ZIP code beside the word would be part of a phone number. */
function isNumber(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word) && /^[\d().+/-]+$/.test(word)
}
