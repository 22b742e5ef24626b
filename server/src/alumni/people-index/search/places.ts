import type { PlaceSuggestion } from '@alumni/shared/alumni/search'
import { countryName, placeName } from '@alumni/shared/countries'
import type { Dictionary } from '../columns/dictionary.ts'
import { fold } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { parsePlace, unknownPart } from '../columns/person.ts'
import { findClosest } from './edit-distance.ts'
import { normalizeCity, isInArea, readPlace, expandAbbreviation, type TypedPlace } from './read-place.ts'

export function findPlaceNumbers(
  { dictionaries: { places } }: People,
  { splits }: Pick<TypedPlace, 'splits'>,
): number[] {
  const numbers = splits.flatMap(({ city, areas }) =>
    (cityIndexOf(places).get(city) ?? []).filter(
      (number) => places.isUsed(number) && isInAreas(places.texts[number]!, areas),
    ),
  )
  return [...new Set(numbers)]
}

/** `areas` are states or countries. A place without a country counts as American. */
export function isInAreas(place: string, areas: readonly string[]): boolean {
  const [, state, country] = parsePlace(place)
  return areas.every((area) => isInArea(area, state, country === unknownPart ? 'us' : country))
}

export function isAmerican(place: string): boolean {
  const [, , country] = parsePlace(place)
  return country === 'us' || country === unknownPart
}

/** Formats `boston\tma\tus` as "Boston, MA". */
export function formatPlace(place: string): string {
  const [city, state, country] = parsePlace(place).map((part) => (part === unknownPart ? null : part))
  return placeName({
    city: city?.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) ?? null,
    state: state?.toUpperCase() ?? null,
    country: country?.toUpperCase() ?? null,
  })
}

/** Lists cities by prefix, those with the most people first. A state or country in `text` may also be a prefix. */
export function suggestPlaces(people: People, text: string, max: number): PlaceSuggestion[] {
  const { texts } = people.dictionaries.places
  const cities = citiesOf(people.dictionaries.places)
  const begin = readPlace(text).splits.flatMap(({ city, areas }) =>
    cities
      .flatMap(([name, numbers]) => (city && (name.startsWith(city) || name.includes(` ${city}`)) ? numbers : []))
      .filter((number) =>
        areas.every((area) => isInAreas(texts[number]!, [area]) || areaStartsWith(texts[number]!, area)),
      ),
  )
  return rankByPeople(people, [...new Set(begin)]).slice(0, max)
}

function areaStartsWith(place: string, area: string): boolean {
  const [, state, country] = parsePlace(place)
  return [state, country, fold(countryName(country.toUpperCase()))].some((name) => name.startsWith(area))
}

/** Returns places such as "Boston, MA", those with the most people first. */
export function findClosestCities(people: People, text: string): string[] {
  const cities = citiesOf(people.dictionaries.places)
  const isUsed = (index: number) => cities[index]![1].some((number) => people.dictionaries.places.isUsed(number))
  const found = findClosest(
    normalizeCity(text),
    cities.map(([name]) => name),
    isUsed,
  )
  return rankByPeople(
    people,
    found.flatMap((index) => cities[index]![1]),
  ).map(({ place }) => place)
}

/** Returns places such as "Portland, ME" and "Portland, OR", those with the most people first. */
export function listPlacesOfCity(people: People, city: string): string[] {
  return rankByPeople(people, findPlaceNumbers(people, readPlace(city))).map(({ place }) => place)
}

function rankByPeople(people: People, numbers: readonly number[]): PlaceSuggestion[] {
  if (numbers.length === 0) return []
  const counts = new Int32Array(people.dictionaries.places.texts.length)
  const { values } = people.places
  for (let slot = 1; slot < people.length; slot++) counts[values[slot]!]!++
  const byName = new Map<string, number>()
  for (const number of numbers) {
    const name = formatPlace(people.dictionaries.places.texts[number]!)
    byName.set(name, (byName.get(name) ?? 0) + counts[number]!)
  }
  return Array.from(byName, ([place, people]) => ({ place, people }))
    .filter(({ people }) => people > 0)
    .toSorted((a, b) => b.people - a.people)
}

type CityIndex = { byCity: Map<string, number[]>; length: number }
const indexes = new WeakMap<Dictionary, CityIndex>()

/** Maps each city to the dictionary numbers of its places, including places added since the last call. */
function cityIndexOf(places: Dictionary): Map<string, number[]> {
  const index = indexes.get(places) ?? { byCity: new Map(), length: 1 }
  indexes.set(places, index)
  for (; index.length < places.texts.length; index.length++) {
    const city = expandAbbreviation(parsePlace(places.texts[index.length]!)[0])
    if (city === unknownPart) continue
    const numbers = index.byCity.get(city)
    if (numbers) numbers.push(index.length)
    else index.byCity.set(city, [index.length])
  }
  return index.byCity
}

function citiesOf(places: Dictionary): [name: string, numbers: number[]][] {
  return [...cityIndexOf(places)]
}
