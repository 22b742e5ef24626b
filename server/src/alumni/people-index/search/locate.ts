import type { People } from '../columns/people.ts'
import { isInArea, readPlace, type TypedPlace, normalizeCity } from './read-place.ts'
import { findPlaceNumbers } from './places.ts'
import { centerOfZips, type Coordinates } from './zip-radius.ts'
import { fold } from '../columns/fold.ts'

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

/** Cities that can be searched even if no one on file lives there, each with a central ZIP code. */
const cityList = `
Albany NY 12207, Albuquerque NM 87102, Anchorage AK 99501, Ann Arbor MI 48104, Arlington VA 22201, Atlanta GA 30303, Austin TX 78701,
Baltimore MD 21202, Baton Rouge LA 70802, Berkeley CA 94704, Birmingham AL 35203, Boise ID 83702, Boston MA 02108, Boulder CO 80302,
Bridgeport CT 06604, Buffalo NY 14202, Burlington VT 05401, Cambridge MA 02139, Charleston SC 29401, Charlotte NC 28202, Chicago IL 60602,
Cincinnati OH 45202, Cleveland OH 44113, Colorado Springs CO 80903, Columbia SC 29201, Columbus OH 43215, Dallas TX 75201, Denver CO 80202,
Des Moines IA 50309, Detroit MI 48226, Durham NC 27701, El Paso TX 79901, Fort Worth TX 76102, Fresno CA 93721, Gainesville FL 32601,
Grand Rapids MI 49503, Greensboro NC 27401, Hartford CT 06103, Honolulu HI 96813, Houston TX 77002, Indianapolis IN 46204,
Jacksonville FL 32202, Jersey City NJ 07302, Kansas City MO 64106, Knoxville TN 37902, Las Vegas NV 89101, Lexington KY 40507,
Little Rock AR 72201, Long Beach CA 90802, Los Angeles CA 90012, Louisville KY 40202, Madison WI 53703, Manchester NH 03101, Memphis TN 38103,
Miami FL 33130, Milwaukee WI 53202, Minneapolis MN 55401, Nashville TN 37203, New Haven CT 06510, New Orleans LA 70112, New York NY 10007,
Newark NJ 07102, Norfolk VA 23510, Oakland CA 94612, Oklahoma City OK 73102, Omaha NE 68102, Orlando FL 32801, Palo Alto CA 94301,
Philadelphia PA 19107, Phoenix AZ 85004, Pittsburgh PA 15222, Portland ME 04101, Portland OR 97205, Princeton NJ 08542, Providence RI 02903,
Raleigh NC 27601, Reno NV 89501, Richmond VA 23219, Rochester NY 14604, Sacramento CA 95814, Salt Lake City UT 84111, San Antonio TX 78205,
San Diego CA 92101, San Francisco CA 94103, San Jose CA 95113, Santa Barbara CA 93101, Savannah GA 31401, Seattle WA 98104,
Springfield MA 01103, St Louis MO 63101, St Paul MN 55102, Syracuse NY 13202, Tampa FL 33602, Toledo OH 43604, Tucson AZ 85701,
Tulsa OK 74103, Washington DC 20005, Wilmington DE 19801, Worcester MA 01608`

type LargeCity = { city: string; state: string; zip: string }

export const largeCities = Map.groupBy(
  cityList.split(',').map((line): LargeCity => {
    const words = fold(line).split(' ')
    const [state, zip] = words.splice(-2)
    return { city: normalizeCity(words.join(' ')), state: state!, zip: zip! }
  }),
  ({ city }) => city,
)
