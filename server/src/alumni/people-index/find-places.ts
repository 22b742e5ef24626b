import type { PeopleIndex } from './people-index.ts'
import { locateLargeCity, type LocatedPlace } from './search/locate.ts'
import { readPlace } from './search/read-place.ts'

/** Maps known places to their locations. Until the index is ready, only large cities and ZIP codes are known. */
export async function findPlaces(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  places: readonly string[],
): Promise<Map<string, LocatedPlace>> {
  const distinct = [...new Set(places)]
  const located = index.isReady
    ? await index.locate(distinct)
    : distinct.map((place) => locateLargeCity(readPlace(place)))
  return new Map(distinct.flatMap((place, position) => (located[position] ? [[place, located[position]]] : [])))
}
