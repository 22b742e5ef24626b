import type { People } from '../columns/people.ts'
import { largeCities } from './large-cities.ts'
import { isInArea, readPlace, type TypedPlace } from './place-text.ts'
import { citiesCalled } from './places.ts'
import { middleOfZips, type Middle } from './zip-radius.ts'

/** A place that is known; `middle` only where its ZIP codes are. */
export type Located = { middle: Middle | null }

/**
 * Finds cities such as `Boston` or `Boston, MA`, and ZIP codes, in one pass over the people: where most live who live in
 * a city of that name, else a large city. Null: unknown.
 */
export function locate(people: People, places: readonly string[]): (Located | null)[] {
  const asked = places.map((typed) => ({ place: readPlace(typed), residents: new Map<number, Residents>() }))
  const { dictionaries, zips, length } = people
  const byNumber: ((typeof asked)[number][] | undefined)[] = []
  for (const each of asked) for (const number of citiesCalled(people, each.place)) (byNumber[number] ??= []).push(each)
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
  return asked.map(({ place, residents }) => {
    const [most] = [...residents.values()].toSorted((a, b) => b.count - a.count)
    const middle = most && middleOfZips([...most.zips])
    return middle ? { middle } : (locateLarge(place) ?? (most ? { middle: null } : null))
  })
}

type Residents = { count: number; zips: Set<string> }

/** The same without anyone on file: ZIP codes and large cities. */
export function locateLarge({ text, splits }: TypedPlace): Located | null {
  const zip = zipIn(text)
  const large = splits.flatMap(({ city, areas }) =>
    (largeCities.get(city) ?? []).filter(({ state }) => areas.every((area) => isInArea(area, state, 'us'))),
  )
  const middle = middleOfZips(zip ? [zip] : large.slice(0, 1).map(({ zip }) => zip))
  return middle ? { middle } : null
}

/** The first five digits of a ZIP code or ZIP+4; undefined: it is none. */
export function zipIn(text: string): string | undefined {
  return /^(\d{5})(?:-\d{4})?$/.exec(text)?.[1]
}
