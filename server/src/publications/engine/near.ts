import { countryName, placeName } from '@alumni/shared/countries'
import { formatCity } from '@alumni/shared/publications/locations'
import { nearMe, parseMiles, type PlaceQuery } from '@alumni/shared/publications/place-filters'
import { normalizeCity, findPlaces, fold, isArea, isInArea, distanceInMiles, readPlace } from '../../alumni/index.ts'
import type { LocatedPlace, PeopleIndex, TypedPlace } from '../../alumni/index.ts'
import type { Signup } from '../../champions/index.ts'
import { splitAddress } from './locations.ts'

/** The location of an event or opportunity. Older records have free text in `place_text` instead of a city. */
export type Site = {
  id: number
  city: string | null
  region: string | null
  country: string | null
  place_text: string | null
  is_online: boolean
}

/**
 * `online` describes sites without a place in `description`: `online` for events, `from anywhere` for opportunities.
 */
export type PlaceSearchContext = {
  index: Pick<PeopleIndex, 'isReady' | 'locate'>
  signup: Signup | null
  online: string
}

/** `ids` is null if no filter applies. `nextDistance` is the miles to the nearest site outside the radius. */
export type SitesByPlace = {
  ids: number[] | null
  description: string
  errors: { near?: string; within?: string }
  nextDistance?: number
  country?: string
}

/** Returns null `ids` if neither filter applies. Ignores an unreadable or unknown place, with an error for it. */
export async function filterSitesByPlace(
  { index, signup, online }: PlaceSearchContext,
  filters: PlaceQuery,
  sites: readonly Site[],
): Promise<SitesByPlace> {
  const isOnline = (site: Site) => filters.online === 'yes' && site.is_online
  const withoutPlace = (near?: string): SitesByPlace => ({
    ids: filters.online === 'yes' ? sites.filter(isOnline).map(({ id }) => id) : null,
    description: filters.online && online,
    errors: near === undefined ? {} : { near },
  })
  if (filters.near === '') return withoutPlace()
  const center = parseCenter(filters.near, signup)
  if ('error' in center) return withoutPlace(center.error)
  const { text } = center.place
  const located = await findPlaces(index, [text, ...sites.flatMap(measuredPlaces)])
  const distances = new Map(sites.map((site) => [site, milesTo(site, center, located)]))
  const isKnown = center.isMe || located.has(text) || isArea(text) || [...distances.values()].includes(0)
  if (!isKnown)
    return withoutPlace(
      `We cannot find a place called “${filters.near}”. Enter a city, such as Boston, MA, or a ZIP code.`,
    )
  const miles = parseMiles(filters.within || String(center.place.miles ?? ''))
  const radius = miles ?? parseMiles('')!
  const isNear = (site: Site) => distances.get(site)! <= radius
  const area = describeArea(center, located.get(text)?.center ? radius : null)
  return {
    ids: sites.filter((site) => isOnline(site) || isNear(site)).map(({ id }) => id),
    description: [area, filters.online && online].filter(Boolean).join(' or '),
    errors: miles === null ? { within: 'Choose a distance from 1 to 500 miles.' } : {},
    nextDistance: Math.min(...sites.filter((site) => !isNear(site)).map((site) => distances.get(site)!)),
    ...(center.country && { country: center.country }),
  }
}

/** Returns "within 50 miles of Boston", for example. Without a radius, "in Dublin" or "near you (Dublin, Ireland)". */
function describeArea({ label, isMe }: Center, radius: number | null): string {
  if (radius === null) return `${isMe ? 'near' : 'in'} ${label}`
  return `within ${radius} ${radius === 1 ? 'mile' : 'miles'} of ${label}`
}

type Center = { place: TypedPlace; label: string; isMe: boolean; country?: string }

function parseCenter(near: string, signup: Signup | null): Center | { error: string } {
  if (near !== nearMe) {
    const place = readPlace(near)
    return { place, label: capitalizePlace(place.text), isMe: false }
  }
  if (!signup) return { error: 'Sign in to see what is near you, or enter a city or ZIP code.' }
  const { city, state, zip_code } = signup
  const country = signup.country && signup.country !== 'US' ? signup.country : null
  const zip = country ? null : (zip_code?.slice(0, 5) ?? null)
  if (!city && !zip) return { error: 'Add where you live to your profile, or enter a city or ZIP code.' }
  const home = readPlace([city, country ?? state].filter(Boolean).join(', '))
  return {
    place: { ...home, text: zip ?? home.text },
    label: `you (${placeName({ city, state, country }) || zip})`,
    isMe: true,
    ...(country && { country: countryName(country) }),
  }
}

/** Returns “New York, MA” for “new york, ma”. */
function capitalizePlace(place: string): string {
  return place
    .replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<=[, ])\p{L}{2}$/u, (area) => (isArea(area) ? area.toUpperCase() : area))
}

/** Omits cities abroad, because distances are known only between places in the United States. */
function measuredPlaces({ city, region, country, place_text }: Site): string[] {
  if (!city) return place_text ? splitAddress(place_text) : []
  return country && country !== 'US' ? [] : [[city, region].filter(Boolean).join(', ')]
}

/** Returns 0 for a site in the place itself, and Infinity for an unknown distance. */
function milesTo(site: Site, { place }: Center, located: ReadonlyMap<string, LocatedPlace>): number {
  if (isSiteIn(site, place)) return 0
  const placeCenter = located.get(place.text)?.center
  const [siteCenter] = measuredPlaces(site).flatMap((name) => located.get(name)?.center ?? [])
  return placeCenter && siteCenter ? distanceInMiles(placeCenter, siteCenter) : Infinity
}

function isSiteIn({ city, region, country, place_text }: Site, { text, splits }: TypedPlace): boolean {
  const parts = city ? [] : splitAddress(place_text ?? '').map(fold)
  const isInPlace = (area: string) =>
    city ? isInArea(area, fold(region ?? ''), fold(country || 'US')) : parts.some((part) => isInArea(area, part, part))
  const cities = (city ? [city] : parts).map(normalizeCity)
  return (
    splits.some((split) => cities.includes(split.city) && split.areas.every(isInPlace)) ||
    (city !== null && isInPlace(text))
  )
}

export function listCities(sites: readonly Site[]): string[] {
  return [...new Set(sites.map(formatCity).filter(Boolean))].toSorted()
}
