import type { People } from '../columns/people.ts'
import { largeCities } from './large-cities.ts'
import { isInArea, readPlace, type TypedPlace } from './read-place.ts'
import { findPlaceNumbers } from './places.ts'
import { centerOfZips, type Coordinates } from './zip-radius.ts'

/** `center` is null if the ZIP codes of the place are unknown. */
export type LocatedPlace = { center: Coordinates | null }

/** For each name, locates the place with the most residents, or else a large city; null if there is neither. */
export function locate(people: People, places: readonly string[]): (LocatedPlace | null)[] {
  const placesWithResidents = places.map((text) => ({
    place: readPlace(text),
    residents: new Map<number, Residents>(),
  }))
  const { dictionaries, zips, length } = people
  const byNumber: ((typeof placesWithResidents)[number][] | undefined)[] = []
  for (const each of placesWithResidents)
    for (const number of findPlaceNumbers(people, each.place)) (byNumber[number] ??= []).push(each)
  if (byNumber.length > 0)
    for (let slot = 1; slot < length; slot++) {
      const number = people.places.values[slot]!
      for (const { residents } of byNumber[number] ?? []) {
        const here = residents.get(number) ?? { count: 0, zips: new Set() }
        residents.set(number, here)
        const zip = zips.values[slot]!
        if (zip === 0) continue
        here.count += 1
        here.zips.add(dictionaries.zips.texts[zip]!)
      }
    }
  return placesWithResidents.map(({ place, residents }) => {
    const [largest] = [...residents.values()].toSorted((a, b) => b.count - a.count)
    const center = largest && centerOfZips([...largest.zips])
    return center ? { center } : (locateLargeCity(place) ?? (largest ? { center: null } : null))
  })
}

type Residents = { count: number; zips: Set<string> }

/** Locates a ZIP code or a large American city without the people on file; null if the place is neither. */
export function locateLargeCity({ text, splits }: TypedPlace): LocatedPlace | null {
  const zip = parseZip(text)
  const large = splits.flatMap(({ city, areas }) =>
    (largeCities.get(city) ?? []).filter(({ state }) => areas.every((area) => isInArea(area, state, 'us'))),
  )
  const center = centerOfZips(zip ? [zip] : large.slice(0, 1).map(({ zip }) => zip))
  return center ? { center } : null
}

export function parseZip(text: string): string | undefined {
  return /^(\d{5})(?:-\d{4})?$/.exec(text)?.[1]
}
