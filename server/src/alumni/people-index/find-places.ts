import { countryCodes, countryName } from '@alumni/shared/countries'
import { fold } from './columns/fold.ts'
import type { PeopleIndex } from './people-index.ts'
import { locateLarge, type Located } from './search/locate.ts'

export type { Located }

/** Where cities such as `Boston, MA` and ZIP codes are, by those who live there; until the index is ready, large cities. */
export async function findPlaces(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  places: readonly string[],
): Promise<Map<string, Located>> {
  const distinct = [...new Set(places)]
  const located = index.isReady ? await index.locate(distinct) : distinct.map(locateLarge)
  return new Map(distinct.flatMap((place, at) => (located[at] ? [[place, located[at]]] : [])))
}

const countries = new Map(countryCodes.map((code) => [fold(countryName(code)), code]))

/** Reads `Dublin, Ireland`: `place` as places are looked up, and its parts folded; `around` are its state and country. */
export function readPlace(text: string): { place: string; city: string; around: string[] } {
  const [city = '', ...around] = text.split(',').map((part) => part.trim())
  const codes = around.map((part) => countries.get(fold(part)) ?? part)
  return { place: [city, ...codes].join(', '), city: fold(city), around: codes.map(fold).filter(Boolean) }
}

export function isCountry(text: string): boolean {
  return countries.has(fold(text))
}
