import type { PlaceSuggestion } from '@alumni/shared/alumni/search'
import { countryCodes, countryName, placeName } from '@alumni/shared/countries'
import { iso31662 } from 'iso-3166'
import type { Dictionary } from '../columns/dictionary.ts'
import { fold } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { partsOfPlace } from '../columns/person.ts'
import { closest } from './edit-distance.ts'

/** The numbers of the places of a city, in the state and country behind its commas. */
export function citiesCalled({ dictionaries: { places } }: People, near: string): number[] {
  const [city = '', ...around] = partsTyped(near)
  return (cityIndexOf(places).get(city) ?? []).filter(
    (number) => places.isUsed(number) && isWithin(places.texts[number]!, around),
  )
}

function partsTyped(near: string): string[] {
  const [city = '', ...around] = near.split(',').map(fold)
  return [asCompared(city), ...around.filter(Boolean)]
}

/** Whether a place is in each state or country named; with `isBeginning` the names may be unfinished. */
export function isWithin(place: string, around: readonly string[], isBeginning = false): boolean {
  const [, state, country] = partsOfPlace(place)
  return around.every((typed) => {
    const codes = [typed, statesByName.get(typed), countriesByName.get(typed)]
    if (codes.includes(state) || codes.includes(country) || (isAmerican(place) && americas.has(typed))) return true
    return (
      isBeginning && [state, country, fold(countryName(country.toUpperCase()))].some((name) => name.startsWith(typed))
    )
  })
}

const americas = new Set(['us', 'usa', 'united states', 'united states of america'])

export function isAmerican(place: string): boolean {
  const [, , country] = partsOfPlace(place)
  return country === 'us' || country === unknown
}

const unknown = '\uffff'

/** `boston\tma\tus` as it is written: "Boston, MA". */
export function nameOfPlace(place: string): string {
  const [city, state, country] = partsOfPlace(place).map((part) => (part === unknown ? null : part))
  return placeName({
    city: city?.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) ?? null,
    state: state?.toUpperCase() ?? null,
    country: country?.toUpperCase() ?? null,
  })
}

/** Folded names of states and provinces, by their folded codes, where people write these behind a city. */
const statesByName = new Map(
  iso31662
    .filter(({ parent }) => parent === 'US' || parent === 'CA')
    .map(({ code, name }) => [fold(name), fold(code.slice(3))]),
)
const countriesByName = new Map([
  ...countryCodes.map((code) => [fold(countryName(code)), fold(code)] as const),
  ['uk', 'gb'],
  ['england', 'gb'],
  ['scotland', 'gb'],
])

/** Whether it is the name or code of one; of `states`, those of the United States and Canada. */
export function isStateOrCountry(typed: string, among?: 'states'): boolean {
  const name = fold(typed)
  const isState = statesByName.has(name) || stateCodes.has(name)
  return isState || (among === undefined && (countriesByName.has(name) || americas.has(name)))
}

const stateCodes = new Set(statesByName.values())

/** Abbreviations of names of cities, written out: `st louis` and `saint louis` are one. */
function asCompared(city: string): string {
  return city.replace(/^(?:st|ste|ft|mt)(?= )/, (short) => abbreviations[short]!)
}

const abbreviations: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/** Cities on file that begin so, those with the most people first. */
export function suggestPlaces(people: People, typed: string, max: number): PlaceSuggestion[] {
  const [asked = '', ...around] = partsTyped(typed)
  if (asked === '') return []
  const { texts } = people.dictionaries.places
  const begin = citiesOf(people.dictionaries.places)
    .flatMap(([name, numbers]) => (name.startsWith(asked) || name.includes(` ${asked}`) ? numbers : []))
    .filter((number) => isWithin(texts[number]!, around, true))
  return byPeople(people, begin).slice(0, max)
}

/** The cities on file whose spelling is closest. */
export function closestCities(people: People, typed: string): string[] {
  const [asked = ''] = partsTyped(typed)
  const cities = citiesOf(people.dictionaries.places)
  const isUsed = (index: number) => cities[index]![1].some((number) => people.dictionaries.places.isUsed(number))
  const found = closest(
    asked,
    cities.map(([name]) => name),
    isUsed,
  )
  return byPeople(
    people,
    found.flatMap((index) => cities[index]![1]),
  ).map(({ place }) => place)
}

function byPeople(people: People, numbers: readonly number[]): PlaceSuggestion[] {
  if (numbers.length === 0) return []
  const counts = new Int32Array(people.dictionaries.places.texts.length)
  const { values } = people.places
  for (let slot = 1; slot < people.length; slot++) counts[values[slot]!]!++
  const byName = new Map<string, number>()
  for (const number of numbers) {
    const name = nameOfPlace(people.dictionaries.places.texts[number]!)
    byName.set(name, (byName.get(name) ?? 0) + counts[number]!)
  }
  return Array.from(byName, ([place, people]) => ({ place, people }))
    .filter(({ people }) => people > 0)
    .toSorted((a, b) => b.people - a.people)
}

type CityIndex = { byCity: Map<string, number[]>; length: number }
const indexes = new WeakMap<Dictionary, CityIndex>()

/** The numbers of places by their city; a dictionary only grows. */
function cityIndexOf(places: Dictionary): Map<string, number[]> {
  const index = indexes.get(places) ?? { byCity: new Map(), length: 1 }
  indexes.set(places, index)
  for (; index.length < places.texts.length; index.length++) {
    const city = asCompared(partsOfPlace(places.texts[index.length]!)[0])
    if (city === unknown) continue
    const numbers = index.byCity.get(city)
    if (numbers) numbers.push(index.length)
    else index.byCity.set(city, [index.length])
  }
  return index.byCity
}

function citiesOf(places: Dictionary): [name: string, numbers: number[]][] {
  return [...cityIndexOf(places)]
}
