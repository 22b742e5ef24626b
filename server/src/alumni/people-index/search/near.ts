import { fold } from '../columns/fold.ts'
import { empty, narrowToIds, narrowToMarked } from '../columns/narrow.ts'
import type { People } from '../columns/people.ts'
import { partsOfPlace } from '../columns/person.ts'
import { middleOfZips, withinMiles, withinMilesOf } from './zip-radius.ts'

/**
 * Narrows to the people of a city, such as `Boston` or `Boston, MA`, or of a ZIP code; with `miles` also to those whose
 * ZIP code lies so near. Outside the United States a distance adds no one.
 */
export function narrowToNear(people: People, slots: Int32Array, near: string, miles: number | undefined): Int32Array {
  const { zips, places, dictionaries } = people
  const zip = near.trim()
  if (isZip.test(zip)) {
    const fits = miles === undefined ? (each: string) => each === zip : withinMiles(zip, miles)
    return narrowToMarked(slots, zips.values, dictionaries.zips.marks(fits))
  }
  const inCity = dictionaries.places.marks(isInCity(near))
  if (!inCity) return empty
  if (miles === undefined) return narrowToMarked(slots, places.values, inCity)
  const middle = middleOfZips(zipsOf(people, inCity))
  const around = middle && dictionaries.zips.marks(withinMilesOf(middle, miles))
  const fits = new Uint8Array(people.length)
  for (const slot of slots) fits[slot] = inCity[places.values[slot]!]! | (around?.[zips.values[slot]!] ?? 0)
  return narrowToIds(slots, fits)
}

const isZip = /^\d{5}$/

/** Whether anyone on file lives in such a city. */
export function isCity(people: People, city: string): boolean {
  return people.dictionaries.places.marks(isInCity(city)) !== undefined
}

/** Whether a place is in the city, and in the state and country named behind its commas. */
function isInCity(near: string): (place: string) => boolean {
  const [city, ...around] = near.split(',').map(fold).filter(Boolean)
  return (place) => {
    const [ofPlace, state, country] = partsOfPlace(place)
    return ofPlace === city && around.every((each) => each === state || each === country)
  }
}

/** The ZIP codes of the people in a city. */
function zipsOf({ zips, places, dictionaries, length }: People, inCity: Uint8Array): string[] {
  const found = new Set<number>()
  for (let slot = 1; slot < length; slot++)
    if (inCity[places.values[slot]!] === 1 && zips.values[slot]! > 0) found.add(zips.values[slot]!)
  return Array.from(found, (zip) => dictionaries.zips.texts[zip]!)
}
