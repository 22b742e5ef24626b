import type { PeopleIndex } from './people-index.ts'
import { locateLarge, type Located } from './search/locate.ts'
import { readPlace } from './search/place-text.ts'

export type { Located }

/** Where cities such as `Boston, MA` and ZIP codes are, by those who live there; until the index is ready, large cities. */
export async function findPlaces(
  index: Pick<PeopleIndex, 'isReady' | 'locate'>,
  places: readonly string[],
): Promise<Map<string, Located>> {
  const distinct = [...new Set(places)]
  const located = index.isReady ? await index.locate(distinct) : distinct.map((place) => locateLarge(readPlace(place)))
  return new Map(distinct.flatMap((place, at) => (located[at] ? [[place, located[at]]] : [])))
}
