import { fold } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { partsOfPlace } from '../columns/person.ts'
import { largeCities } from './large-cities.ts'
import { middleOfZips, type Middle } from './zip-radius.ts'

/** A place that is known; `middle` only where its ZIP codes are. */
export type Located = { middle: Middle | null }

const isZip = /^\d{5}$/

/**
 * Finds cities such as `Boston` or `Boston, MA`, and ZIP codes, in one pass over the people: where most live who live in
 * a city of that name, else a large city. Null: unknown.
 */
export function locate(people: People, places: readonly string[]): (Located | null)[] {
  const asked = places.map((place) => ({ ...readPlace(place), residents: new Map<number, Residents>() }))
  const byCity = Map.groupBy(asked, ({ city }) => city)
  const { dictionaries, zips, length } = people
  const byNumber: ((typeof asked)[number][] | undefined)[] = []
  dictionaries.places.marks((text, number) => {
    const [city, ...around] = partsOfPlace(text)
    const meant = byCity.get(city)?.filter((one) => one.around.every((part) => around.includes(part)))
    if (meant?.length) byNumber[number] = meant
    return false
  })
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
  return places.map((place, index) => {
    const [most] = [...asked[index]!.residents.values()].toSorted((a, b) => b.count - a.count)
    const middle = most && middleOfZips([...most.zips])
    return middle ? { middle } : (locateLarge(place) ?? (most ? { middle: null } : null))
  })
}

type Residents = { count: number; zips: Set<string> }

/** The same without anyone on file: ZIP codes and large cities. */
export function locateLarge(place: string): Located | null {
  const { city, around } = readPlace(place)
  const large = largeCities.get(city)?.find(({ state }) => around.every((part) => part === state || part === 'us'))
  const middle = middleOfZips(isZip.test(place.trim()) ? [place.trim()] : large ? [large.zip] : [])
  return middle ? { middle } : null
}

function readPlace(place: string): { city: string; around: string[] } {
  const [city = '', ...around] = place.split(',').map(fold).filter(Boolean)
  return { city, around }
}
