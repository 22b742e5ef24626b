import { countryCodes, countryName } from '@alumni/shared/countries'
import { withPlainDigits } from '@alumni/shared/digits'
import { parseVicinity } from '@alumni/shared/distances'
import { iso31662 } from 'iso-3166'
import { fold, foldedWords } from '../columns/fold.ts'

/** `text` excludes words such as `near`. `Boston MA` splits into `boston ma` without an area, and `boston` in `ma`. */
export type TypedPlace = { text: string; miles: number | undefined; splits: Split[] }
export type Split = { city: string; areas: string[] }

/** Parses `Boston, MA`, `Boston Massachusetts`, `02134-1234`, `near Boston` or `within 10 miles of Boston`. */
export function readPlace(input: string): TypedPlace {
  const { place, miles } = parseVicinity(withPlainDigits(input))
  const text = zipBehindCity.exec(place)?.groups!.zip ?? place
  const [city = '', ...areas] = text.replace(initials, (letters) => letters.replaceAll('.', '')).split(/[,，、]/)
  return { text, miles, splits: splitsOf(foldedWords(city), areas.map(fold).filter(Boolean)) }
}

/** Matches the ZIP code in `Boston, MA 02134`, which is enough to identify the place. */
const zipBehindCity = /\p{L}[\s,.]+(?<zip>\d{5}(?:-\d{4})?)$/u
/** Matches `D.C.` and `U.K.`, but not `St.` */
const initials = /(?<!\p{L})(?:\p{L}\.)+\p{L}?(?!\p{L})/gu
const maxWordsOfArea = 4

function splitsOf(words: readonly string[], areas: readonly string[]): Split[] {
  const splits = [{ city: expandAbbreviation(words.join(' ')), areas: [...areas] }]
  for (let length = 1; length < words.length && length <= maxWordsOfArea; length++) {
    const area = words.slice(-length).join(' ')
    if (isArea(area)) splits.push(...splitsOf(words.slice(0, -length), [area, ...areas]))
  }
  return splits
}

/** Folds a city name and expands `St`, `Ste`, `Ft`, `Mt` and `NYC`. */
export function normalizeCity(city: string): string {
  return expandAbbreviation(fold(city))
}

/** Use `normalizeCity` for text that is not folded. */
export function expandAbbreviation(folded: string): string {
  if (namesOfNewYork.includes(folded)) return 'new york'
  return folded.replace(/^(?:st|ste|ft|mt)(?= )/, (short) => abbreviations[short]!)
}

const namesOfNewYork = ['new york', 'new york city', 'nyc']
const abbreviations: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/** Returns a normalized city name and its other spellings: `saint paul` and `st paul`. */
export function listCitySpellings(city: string): string[] {
  if (city === 'new york') return namesOfNewYork
  const short = Object.entries(abbreviations).find(([, long]) => city.startsWith(`${long} `))
  return short ? [city, city.replace(short[1], short[0])] : [city]
}

export function isArea(input: string): boolean {
  return isState(input) || isCountry(input)
}

export function isState(input: string): boolean {
  const name = fold(input)
  return stateCodes.has(name) || stateNames.has(name)
}

function isCountry(input: string): boolean {
  const name = fold(input)
  return countries.has(name) || countryCodesFolded.has(name)
}

export function listAreaSpellings(input: string): { states: string[]; countries: string[] } {
  const name = fold(input)
  const [code, stateName, country] = [stateCodes.get(name), stateNames.get(name), countries.get(name)]
  return {
    states: [name, code, stateName].filter((each) => each !== undefined),
    countries: [name, country].filter((each) => each !== undefined),
  }
}

/** `state` and `country` are folded codes or names. */
export function isInArea(input: string, state: string, country: string): boolean {
  const { states, countries } = listAreaSpellings(input)
  return states.includes(state) || countries.includes(country)
}

const states = iso31662
  .filter(({ parent }) => parent === 'US' || parent === 'CA')
  .map(({ code, name }) => ({ code: fold(code.slice(3)), name: fold(name) }))
const stateCodes = new Map(states.map(({ code, name }) => [name, code]))
const stateNames = new Map(states.map(({ code, name }) => [code, name]))
const countryCodesFolded = new Set(countryCodes.map(fold))
const countries = new Map([
  ...countryCodes.map((code) => [fold(countryName(code)), fold(code)] as const),
  ['usa', 'us'],
  ['united states of america', 'us'],
  ['uk', 'gb'],
  ['great britain', 'gb'],
  ['england', 'gb'],
  ['scotland', 'gb'],
  ['wales', 'gb'],
  ['northern ireland', 'gb'],
  ['uae', 'ae'],
  ['hong kong', 'hk'],
  ['turkey', 'tr'],
  ['czech republic', 'cz'],
])
