import { fold } from '../columns/fold.ts'
import { empty, narrowToMarkedSlots, narrowToMarked } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { normalizePostalCode } from '../columns/person.ts'
import { locateLargeCity } from './locate.ts'
import { normalizeCity, isArea, isState, readPlace, type TypedPlace } from './read-place.ts'
import { findPlaceNumbers, isAmerican, isInAreas, formatPlace } from './places.ts'
import { assertMiles, centerOfZips, buildDistanceTest, buildDistanceTestFrom } from './zip-radius.ts'

/** Narrows to a city or a postal code prefix. Throws a `SearchRefusal` if the distance is from an unknown ZIP code. */
export function narrowToNear(people: People, slots: Int32Array, near: string, within: number | undefined): Int32Array {
  const { zips, places, dictionaries } = people
  const place = readPlace(near)
  const miles = within ?? place.miles
  if (miles !== undefined) assertMiles(miles, 'near')
  const cities = findPlaceNumbers(people, place)
  if (cities.length === 0) {
    const codes = readPostalCode(people, place.text)
    const isAround = codes ? buildZipTest(codes, miles) : buildLargeCityTest(place, miles)
    return isAround ? narrowToMarked(slots, zips.values, dictionaries.zips.markTexts(isAround)) : empty
  }
  const inCity = new Uint8Array(dictionaries.places.texts.length)
  for (const city of cities) inCity[city] = 1
  if (miles === undefined) return narrowToMarked(slots, places.values, inCity)
  const isNear = cities
    .flatMap((city) => centerOfZips(listZips(people, city)) ?? [])
    .map((center) => buildDistanceTestFrom(center, miles))
  const areas = dictionaries.zips.markTexts((zip) => isNear.some((each) => each(zip)))
  const fits = new Uint8Array(people.length)
  for (const slot of slots) fits[slot] = inCity[places.values[slot]!]! | (areas?.[zips.values[slot]!] ?? 0)
  return narrowToMarkedSlots(slots, fits)
}

function buildZipTest({ fits, zip }: PostalCode, miles: number | undefined): (zip: string) => boolean {
  return zip !== undefined && miles !== undefined ? buildDistanceTest(zip, miles) : fits
}

function buildLargeCityTest(place: TypedPlace, miles: number | undefined): ((zip: string) => boolean) | undefined {
  const center = miles === undefined ? undefined : locateLargeCity(place)?.center
  return center ? buildDistanceTestFrom(center, miles!) : undefined
}

/** `place` may include a state or country. */
export function isCity(people: People, place: string): boolean {
  return findPlaceNumbers(people, readPlace(place)).length > 0
}

/** Unlike `isCity`, reads no state or country. */
export function isNameOfCity(people: People, city: string): boolean {
  return findPlaceNumbers(people, { splits: [{ city: normalizeCity(city), areas: [] }] }).length > 0
}

export function isPostalCode(people: People, text: string): boolean {
  const codes = readPostalCode(people, text)
  return codes !== undefined && people.dictionaries.zips.markTexts(codes.fits) !== undefined
}

export function describeNearProblems(people: People, near: string, within: number | undefined): string[] {
  const place = readPlace(near)
  const { text } = place
  const miles = within ?? place.miles
  const cities = findPlaceNumbers(people, place)
  if (cities.length === 0) {
    if (isArea(text)) return [`“${text}” is a state or country. Use that filter instead.`]
    const codes = readPostalCode(people, text)
    if (!codes && buildLargeCityTest(place, miles)) return []
    if (!codes)
      return [`No one on file lives in “${text}”. Type a city, a city and its state, or a ZIP or postal code.`]
    if (miles !== undefined)
      return codes.zip === undefined ? [`${onlyInAmericaText} these are the people with that postal code.`] : []
    return isPostalCode(people, text) ? [] : [`No one on file has the ZIP or postal code “${text}”.`]
  }
  const names = [...new Set(cities.map((city) => formatPlace(people.dictionaries.places.texts[city]!)))]
  const isAbroad = cities.some((city) => !isAmerican(people.dictionaries.places.texts[city]!))
  const isCityAlone = place.splits.every(({ areas }) => areas.length === 0)
  return [
    ...(miles !== undefined && isAbroad
      ? [`${onlyInAmericaText} elsewhere, only the people of the city itself are found.`]
      : []),
    ...(names.length > 1 && isCityAlone
      ? [
          `More than one city has this name: ${names.slice(0, maxShownPlaces).join('; ')}. Add a state or country for one.`,
        ]
      : []),
  ]
}

const onlyInAmericaText = 'Distances work only in the United States:'
const maxShownPlaces = 4

type PostalCode = { fits: (each: string) => boolean; zip: string | undefined }

/** Parses a ZIP code or its prefix, or a foreign postal code that occurs in the data. */
function readPostalCode({ dictionaries: { zips } }: People, near: string): PostalCode | undefined {
  const [postalText = '', ...areas] = near.split(',').map((part) => part.trim())
  const code = normalizePostalCode(postalText)
  if (!/\d/.test(code)) return undefined
  const zip = /^(\d{1,5})(?:-\d{4})?$/.exec(postalText)?.[1]
  const isInAmerica = areas.every((each) => isInAreas('\t\tus', [fold(each)]) || isState(each))
  if (zip !== undefined && isInAmerica) {
    const fits = (each: string) => each.startsWith(zip)
    if (zips.markTexts(fits)) return { fits, zip }
  }
  const fits = (each: string) => {
    const [country, ofPerson] = each.split('\t')
    return (
      ofPerson !== undefined &&
      ofPerson.startsWith(code) &&
      areas.every((part) => isInAreas(`\t\t${fold(country!)}`, [fold(part)]))
    )
  }
  if (code.length > 1 && zips.markTexts(fits)) return { fits, zip: undefined }
  return zip === undefined ? undefined : { fits: (each) => each === zip, zip }
}

function listZips({ zips, places, dictionaries, length }: People, place: number): string[] {
  const found = new Set<number>()
  for (let slot = 1; slot < length; slot++) if (places.values[slot] === place) found.add(zips.values[slot]!)
  return Array.from(found, (zip) => dictionaries.zips.texts[zip]!)
}
