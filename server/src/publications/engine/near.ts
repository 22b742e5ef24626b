import { countryName, placeName } from '@alumni/shared/countries'
import { cityWords } from '@alumni/shared/publications/locations'
import { nearMe, parseMiles, type PlaceQuery } from '@alumni/shared/publications/place-filters'
import {
  cityName,
  findPlaces,
  fold,
  isArea,
  isInArea,
  milesAlongSurface,
  readPlace,
  type Located,
  type PeopleIndex,
  type TypedPlace,
} from '../../alumni/index.ts'
import type { Signup } from '../../champions/index.ts'
import { partsOf } from './locations.ts'

/** Where something takes place; `words` are its location as it was written before there were cities. */
export type Site = {
  id: number
  city: string | null
  region: string | null
  country: string | null
  words: string | null
  is_online: boolean
}

/** `online` is the word for what takes place nowhere else. */
export type Visit = { index: Pick<PeopleIndex, 'isReady' | 'locate'>; signup: Signup | null; online: string }

/**
 * `ids` are those that fit, or null where no place is asked for. `words` say how the filters were read; `farther` are the
 * miles to the first that is too far, and `country` is where the place is, if that is abroad.
 */
export type Narrowed = {
  ids: number[] | null
  words: string
  errors: { near?: string; within?: string }
  farther?: number
  country?: string
}

/** Narrows to what is near a place, and to what is online where that is asked for. */
export async function narrowByPlace(
  { index, signup, online }: Visit,
  asked: PlaceQuery,
  sites: readonly Site[],
): Promise<Narrowed> {
  const isOnline = (site: Site) => asked.online === 'yes' && site.is_online
  const withoutPlace = (near?: string): Narrowed => ({
    ids: asked.online === 'yes' ? sites.filter(isOnline).map(({ id }) => id) : null,
    words: asked.online && online,
    errors: near === undefined ? {} : { near },
  })
  if (asked.near === '') return withoutPlace()
  const center = readCenter(asked.near, signup)
  if ('error' in center) return withoutPlace(center.error)
  const { text } = center.place
  const located = await findPlaces(index, [text, ...sites.flatMap(placesOf)])
  const distances = new Map(sites.map((site) => [site, milesTo(site, center, located)]))
  const isKnown = center.isMe || located.has(text) || isArea(text) || [...distances.values()].includes(0)
  if (!isKnown)
    return withoutPlace(
      `We cannot find a place called “${asked.near}”. Enter a city, such as Boston, MA, or a ZIP code.`,
    )
  const miles = parseMiles(asked.within || String(center.place.miles ?? ''))
  const radius = miles ?? parseMiles('')!
  const isNear = (site: Site) => distances.get(site)! <= radius
  const words = wordsOf(center, located.get(text)?.center ? radius : null)
  return {
    ids: sites.filter((site) => isOnline(site) || isNear(site)).map(({ id }) => id),
    words: [words, asked.online && online].filter(Boolean).join(' or '),
    errors: miles === null ? { within: 'Choose a distance from 1 to 500 miles.' } : {},
    farther: Math.min(...sites.filter((site) => !isNear(site)).map((site) => distances.get(site)!)),
    ...(center.country && { country: center.country }),
  }
}

/** "within 50 miles of Boston"; where no miles can be measured, "in Dublin" or "near you (Dublin, Ireland)". */
function wordsOf({ words, isMe }: Center, radius: number | null): string {
  if (radius === null) return `${isMe ? 'near' : 'in'} ${words}`
  return `within ${radius} ${radius === 1 ? 'mile' : 'miles'} of ${words}`
}

type Center = { place: TypedPlace; words: string; isMe: boolean; country?: string }

/** Reads `near`; `me` is where the champion lives. */
function readCenter(near: string, signup: Signup | null): Center | { error: string } {
  if (near !== nearMe) {
    const place = readPlace(near)
    return { place, words: inCapitals(place.text), isMe: false }
  }
  if (!signup) return { error: 'Sign in to see what is near you, or enter a city or ZIP code.' }
  const { city, state, zip_code } = signup
  const country = signup.country && signup.country !== 'US' ? signup.country : null
  const zip = country ? null : (zip_code?.slice(0, 5) ?? null)
  if (!city && !zip) return { error: 'Add where you live to your profile, or enter a city or ZIP code.' }
  const home = readPlace([city, country ?? state].filter(Boolean).join(', '))
  return {
    place: { ...home, text: zip ?? home.text },
    words: `you (${placeName({ city, state, country }) || zip})`,
    isMe: true,
    ...(country && { country: countryName(country) }),
  }
}

/** "new york, ma" as it is written on a letter. */
function inCapitals(place: string): string {
  return place
    .replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<=[, ])\p{L}{2}$/u, (area) => (isArea(area) ? area.toUpperCase() : area))
}

/** The places to look up for the miles to a site: abroad there are no ZIP codes to measure by. */
function placesOf({ city, region, country, words }: Site): string[] {
  if (!city) return words ? partsOf(words) : []
  return country && country !== 'US' ? [] : [[city, region].filter(Boolean).join(', ')]
}

/** 0 in the place itself, Infinity where nothing is known. */
function milesTo(site: Site, { place }: Center, located: ReadonlyMap<string, Located>): number {
  if (isIn(site, place)) return 0
  const middle = located.get(place.text)?.center
  const known = placesOf(site).flatMap((each) => located.get(each)?.center ?? [])
  return middle && known[0] ? milesAlongSurface(middle, known[0]) : Infinity
}

/** Whether a site is in the city, or in the state or country, that is asked for. */
function isIn({ city, region, country, words }: Site, { text, splits }: TypedPlace): boolean {
  const parts = city ? [] : partsOf(words ?? '').map(fold)
  const isInThis = (area: string) =>
    city ? isInArea(area, fold(region ?? ''), fold(country || 'US')) : parts.some((part) => isInArea(area, part, part))
  const cities = (city ? [city] : parts).map(cityName)
  return (
    splits.some((split) => cities.includes(split.city) && split.areas.every(isInThis)) ||
    (city !== null && isInThis(text))
  )
}

/** The cities of a list, to suggest. */
export function citiesIn(sites: readonly Site[]): string[] {
  return [...new Set(sites.map(cityWords).filter(Boolean))].toSorted()
}
